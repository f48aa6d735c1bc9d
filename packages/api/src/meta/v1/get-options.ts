/** GetOptions: query parameters of a get request. */
import { field, kind, string, type TypeOf } from '@keelson/schema';

export const GetOptions = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.GetOptions',
  {
    resourceVersion: field(1, string, {
      about: 'Version the answer must be at least as new as; empty asks for the most recent, 0 allows any.',
    }),
  },
  { about: 'Query parameters of a get request.' },
);
export type GetOptions = TypeOf<typeof GetOptions>;
