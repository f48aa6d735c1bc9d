/** TableOptions: query parameters of requests for the table form. */
import { field, kind, type TypeOf, usually } from '@keelson/schema';

export const TableOptions = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.TableOptions',
  {
    includeObject: field(1, usually('None', 'Metadata', 'Object'), {
      about: 'What each row carries of its object: None, Metadata (the default) or Object.',
    }),
  },
  { about: 'Query parameters of requests for the table form.' },
);
export type TableOptions = TypeOf<typeof TableOptions>;
