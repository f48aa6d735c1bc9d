/** CustomResourceDefinition: adds a new resource type to the API; named `<plural>.<group>`. */
import {
  bool,
  field,
  kind,
  list,
  message,
  optional,
  required,
  shown,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { CustomResourceConversion } from './custom-resource-conversion.ts';
import { completeConversion, completeNames, completeStoredVersions } from './custom-resource-definition.defaults.ts';
import { CustomResourceDefinitionVersion } from './custom-resource-version.ts';

export const CustomResourceDefinitionNames = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames',
  {
    plural: required(1, string, { about: 'Lowercase plural name used in URLs.' }),
    singular: field(2, string, { about: 'Lowercase singular name; defaults to the lowercased kind.' }),
    shortNames: field(3, list(string), { about: 'Short lowercase aliases for the command line.' }),
    kind: required(4, string, { about: 'CamelCase singular kind of the objects.' }),
    listKind: field(5, string, { about: 'Kind of lists; defaults to the kind plus List.' }),
    categories: field(6, list(string), { about: 'Groupings the resource belongs to, such as `all`.' }),
  },
  { about: 'Names under which a custom resource is served.' },
);
export type CustomResourceDefinitionNames = TypeOf<typeof CustomResourceDefinitionNames>;

export const CustomResourceDefinitionSpec = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec',
  {
    group: required(1, string, { about: 'API group that serves the resource; cannot be changed.' }),
    names: required(3, CustomResourceDefinitionNames, { about: 'Resource and kind names.' }),
    scope: required(4, usually('Cluster', 'Namespaced'), { about: 'Cluster or Namespaced; cannot be changed.' }),
    versions: required(7, list(CustomResourceDefinitionVersion), {
      about: 'All versions of the resource; exactly one is the storage version.',
    }),
    conversion: optional(9, CustomResourceConversion, {
      about: 'How to convert between versions; unset means strategy None.',
    }),
    preserveUnknownFields: field(10, bool, {
      about: 'Legacy switch to keep unknown fields; must be false for new objects.',
    }),
  },
  {
    about: 'Definition of a custom resource type.',
    applyDefaults(spec) {
      completeNames(spec.names);
      completeConversion(spec);
    },
  },
);
export type CustomResourceDefinitionSpec = TypeOf<typeof CustomResourceDefinitionSpec>;

export const CustomResourceDefinitionCondition = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition',
  {
    type: required(
      1,
      usually(
        'Established',
        'NamesAccepted',
        'NonStructuralSchema',
        'Terminating',
        'KubernetesAPIApprovalPolicyConformant',
      ),
      { about: 'Name of the condition; for example Established, NamesAccepted or Terminating.' },
    ),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastTransitionTime: field(3, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(4, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(5, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of a custom resource definition.' },
);
export type CustomResourceDefinitionCondition = TypeOf<typeof CustomResourceDefinitionCondition>;

export const CustomResourceDefinitionStatus = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus',
  {
    conditions: shown(1, list(CustomResourceDefinitionCondition), {
      listType: 'map',
      listMapKeys: ['type'],
      about: 'Current conditions, one per type.',
    }),
    acceptedNames: shown(2, CustomResourceDefinitionNames, {
      about: 'Names actually in use for discovery; may differ from the spec on conflict.',
    }),
    storedVersions: shown(3, list(string), {
      about: 'Versions ever used for storage; those listed cannot leave the spec.',
    }),
  },
  { about: 'Observed state of a custom resource definition.' },
);
export type CustomResourceDefinitionStatus = TypeOf<typeof CustomResourceDefinitionStatus>;

export const CustomResourceDefinition = kind(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  {
    metadata,
    spec: required(2, CustomResourceDefinitionSpec, { about: 'Names, scope and versions of the new type.' }),
    status: field(3, CustomResourceDefinitionStatus, { about: 'Accepted names and readiness of the type.' }),
  },
  {
    about: 'Adds a new resource type to the API; named `<plural>.<group>`.',
    applyDefaults: completeStoredVersions,
  },
);
export type CustomResourceDefinition = TypeOf<typeof CustomResourceDefinition>;

export const CustomResourceDefinitionList = listOf(CustomResourceDefinition);
export type CustomResourceDefinitionList = TypeOf<typeof CustomResourceDefinitionList>;
