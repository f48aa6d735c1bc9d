/** CustomResourceDefinition before v1: could say once, for all versions, what each version now says itself. */
import { bool, field, kind, list, message, optional, required, string, type TypeOf, usually } from '@keelson/schema';

import { completeNames } from '../../../apiextensions/v1/custom-resource-definition.defaults.ts';
import {
  CustomResourceConversion as ServedConversion,
  WebhookClientConfig,
} from '../../../apiextensions/v1/custom-resource-conversion.ts';
import {
  CustomResourceDefinition as ServedDefinition,
  CustomResourceDefinitionSpec as ServedSpec,
} from '../../../apiextensions/v1/custom-resource-definition.ts';
import {
  CustomResourceColumnDefinition as ServedColumn,
  CustomResourceDefinitionVersion as ServedVersion,
  CustomResourceSubresources,
  CustomResourceValidation,
} from '../../../apiextensions/v1/custom-resource-version.ts';

const { jsonPath: _jsonPath, ...columnFields } = ServedColumn.fields;

export const CustomResourceColumnDefinition = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceColumnDefinition',
  { ...columnFields, JSONPath: required(6, string, { about: 'JSON path to the value inside each object.' }) },
  { about: 'An extra column in table output.' },
);
export type CustomResourceColumnDefinition = TypeOf<typeof CustomResourceColumnDefinition>;

export const CustomResourceDefinitionVersion = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinitionVersion',
  {
    ...ServedVersion.fields,
    additionalPrinterColumns: field(6, list(CustomResourceColumnDefinition), {
      about: "Extra table columns; if empty, only the object's age is added.",
    }),
  },
  { about: 'One version of a custom resource.' },
);
export type CustomResourceDefinitionVersion = TypeOf<typeof CustomResourceDefinitionVersion>;

export const CustomResourceConversion = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceConversion',
  {
    strategy: ServedConversion.fields.strategy,
    webhookClientConfig: optional(2, WebhookClientConfig, {
      about: 'Where to call; required when strategy is Webhook.',
    }),
    conversionReviewVersions: field(3, list(string), {
      about: 'ConversionReview versions the webhook accepts, preferred first. Defaults to v1beta1.',
    }),
  },
  { about: 'How objects are converted between versions.' },
);
export type CustomResourceConversion = TypeOf<typeof CustomResourceConversion>;

const { group, names } = ServedSpec.fields;

export const CustomResourceDefinitionSpec = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinitionSpec',
  {
    group,
    version: field(2, string, { about: 'Name of the first version, where it is not in `versions`.' }),
    names,
    scope: required(4, usually('Cluster', 'Namespaced'), { about: 'Cluster or Namespaced (default).' }),
    validation: optional(5, CustomResourceValidation, { about: 'Schema of all versions that have none of their own.' }),
    subresources: optional(6, CustomResourceSubresources, {
      about: 'Subresources of all versions that have none of their own.',
    }),
    versions: field(7, list(CustomResourceDefinitionVersion), {
      about: 'All versions of the resource; exactly one is the storage version.',
    }),
    additionalPrinterColumns: field(8, list(CustomResourceColumnDefinition), {
      about: 'Table columns of all versions that have none of their own.',
    }),
    conversion: optional(9, CustomResourceConversion, {
      about: 'How to convert between versions; unset means strategy None.',
    }),
    preserveUnknownFields: optional(10, bool, { about: 'Whether unknown fields are kept. Defaults to true.' }),
  },
  {
    about: 'Definition of a custom resource type.',
    applyDefaults: ({ names: given }) => completeNames(given),
  },
);
export type CustomResourceDefinitionSpec = TypeOf<typeof CustomResourceDefinitionSpec>;

export const CustomResourceDefinition = kind(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinition',
  {
    ...ServedDefinition.fields,
    spec: required(2, CustomResourceDefinitionSpec, { about: 'Names, scope and versions of the new type.' }),
  },
  { about: 'Adds a new resource type to the API; named `<plural>.<group>`.' },
);
export type CustomResourceDefinition = TypeOf<typeof CustomResourceDefinition>;
