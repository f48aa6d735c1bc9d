/** A version of custom objects: its schema, subresources and columns. */
import { bool, field, int32, list, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { JSONSchemaProps } from './json-schema-props.ts';

export const CustomResourceColumnDefinition = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition',
  {
    name: required(1, string, { about: 'Column heading.' }),
    type: required(2, string, { about: 'OpenAPI type: string, integer, number, boolean or date.' }),
    format: field(3, string, { about: 'OpenAPI format that refines the type; `name` marks the name column.' }),
    description: field(4, string, { about: 'Readable description of the column.' }),
    priority: field(5, int32, { about: '0 always shows the column; higher numbers only in wide output.' }),
    jsonPath: required(6, string, { about: 'JSON path to the value inside each object.' }),
  },
  { about: 'An extra column in table output.' },
);
export type CustomResourceColumnDefinition = TypeOf<typeof CustomResourceColumnDefinition>;

export const CustomResourceValidation = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation',
  {
    openAPIV3Schema: optional(1, JSONSchemaProps, { about: 'Structural OpenAPI v3 schema of the objects.' }),
  },
  { about: 'Validation for a custom resource.' },
);
export type CustomResourceValidation = TypeOf<typeof CustomResourceValidation>;

export const CustomResourceSubresourceStatus = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus',
  {},
  { about: 'Turns on the status subresource; has no settings.' },
);
export type CustomResourceSubresourceStatus = TypeOf<typeof CustomResourceSubresourceStatus>;

export const CustomResourceSubresourceScale = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale',
  {
    specReplicasPath: required(1, string, { about: 'JSON path under `.spec` to the wanted replica count.' }),
    statusReplicasPath: required(2, string, { about: 'JSON path under `.status` to the observed replica count.' }),
    labelSelectorPath: optional(3, string, {
      about: 'JSON path under `.status` or `.spec` to a label selector string; needed for autoscaling.',
    }),
  },
  { about: 'Where a custom resource keeps its scale data; paths use dots, no arrays.' },
);
export type CustomResourceSubresourceScale = TypeOf<typeof CustomResourceSubresourceScale>;

export const CustomResourceSubresources = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources',
  {
    status: optional(1, CustomResourceSubresourceStatus, {
      about: 'If set, status is written only through its own endpoint.',
    }),
    scale: optional(2, CustomResourceSubresourceScale, { about: 'If set, enables the scale endpoint.' }),
  },
  { about: 'Subresources of a custom resource.' },
);
export type CustomResourceSubresources = TypeOf<typeof CustomResourceSubresources>;

export const CustomResourceDefinitionVersion = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion',
  {
    name: required(1, string, { about: 'Version name, such as `v1` or `v1beta1`.' }),
    served: required(2, bool, { about: 'Whether the API serves this version.' }),
    storage: required(3, bool, { about: 'Whether objects are stored in this version; true for exactly one.' }),
    deprecated: field(7, bool, { about: 'Whether using this version returns a warning. Defaults to false.' }),
    deprecationWarning: optional(8, string, {
      about: 'Warning text to use instead of the standard one; only if deprecated.',
    }),
    schema: optional(4, CustomResourceValidation, { about: 'Schema that validates, prunes and defaults objects.' }),
    subresources: optional(5, CustomResourceSubresources, { about: 'Subresources enabled for this version.' }),
    additionalPrinterColumns: field(6, list(CustomResourceColumnDefinition), {
      about: "Extra table columns; if empty, only the object's age is added.",
    }),
  },
  { about: 'One version of a custom resource.' },
);
export type CustomResourceDefinitionVersion = TypeOf<typeof CustomResourceDefinitionVersion>;
