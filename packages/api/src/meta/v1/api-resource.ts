/** The discovery documents of resources. */
import { bool, field, kind, list, message, required, string, type TypeOf } from '@keelson/schema';

export const APIResource = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIResource',
  {
    name: required(1, string, { about: 'Plural name as used in URLs; subresources read parent/child.' }),
    singularName: required(6, string, { about: 'Name for a single object on the command line; may be empty.' }),
    namespaced: required(2, bool, { about: 'True if objects live in a namespace, false at cluster scope.' }),
    group: field(8, string, { about: 'Group of the kind; empty means the group of the surrounding list.' }),
    version: field(9, string, { about: 'Version of the kind; empty means the version of the surrounding list.' }),
    kind: required(3, string, { about: 'Kind of the objects, such as Pod.' }),
    verbs: required(4, list(string, { isWrapped: true }), {
      about: 'Operations it supports, such as get, list, watch and create.',
    }),
    shortNames: field(5, list(string), { about: 'Abbreviations for the command line, such as po.' }),
    categories: field(7, list(string), { about: 'Named groups of resources it belongs to, such as all.' }),
    storageVersionHash: field(10, string, {
      about: 'Opaque hash of the version objects are stored in; only good for equality tests.',
    }),
  },
  { about: 'One resource or subresource, as shown by discovery.' },
);
export type APIResource = TypeOf<typeof APIResource>;

export const APIResourceList = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList',
  {
    groupVersion: required(1, string, { about: 'Group and version all entries belong to.' }),
    resources: required(2, list(APIResource), { about: 'The resources with their subresources.' }),
  },
  { about: 'The resources of one group and version.' },
);
export type APIResourceList = TypeOf<typeof APIResourceList>;
