/** RootPaths: the paths that `/` lists. */
import { list, message, required, string, type TypeOf } from '@keelson/schema';

export const RootPaths = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.RootPaths',
  {
    paths: required(1, list(string), { about: 'Absolute URL paths, such as /api and /healthz.' }),
  },
  { about: 'The paths a server answers at its root.' },
);
export type RootPaths = TypeOf<typeof RootPaths>;
