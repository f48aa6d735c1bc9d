/** Names of kinds and resources, with group and version. */
import { message, required, string, type TypeOf } from '@keelson/schema';

export const GroupKind = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.GroupKind',
  {
    group: required(1, string, { about: 'API group; empty for the core group.' }),
    kind: required(2, string, { about: 'Kind name in CamelCase.' }),
  },
  { about: 'A kind within a group, version left open.' },
);
export type GroupKind = TypeOf<typeof GroupKind>;

export const GroupResource = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.GroupResource',
  {
    group: required(1, string, { about: 'API group; empty for the core group.' }),
    resource: required(2, string, { about: 'Plural resource name in lower case.' }),
  },
  { about: 'A resource within a group, version left open.' },
);
export type GroupResource = TypeOf<typeof GroupResource>;

export const GroupVersionKind = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionKind',
  {
    group: required(1, string, { about: 'API group; empty for the core group.' }),
    version: required(2, string, { about: 'API version, such as v1.' }),
    kind: required(3, string, { about: 'Kind name in CamelCase.' }),
  },
  { about: 'Fully qualified name of a kind.' },
);
export type GroupVersionKind = TypeOf<typeof GroupVersionKind>;

export const GroupVersionResource = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionResource',
  {
    group: required(1, string, { about: 'API group; empty for the core group.' }),
    version: required(2, string, { about: 'API version, such as v1.' }),
    resource: required(3, string, { about: 'Plural resource name in lower case.' }),
  },
  { about: 'Fully qualified name of a resource.' },
);
export type GroupVersionResource = TypeOf<typeof GroupVersionResource>;
