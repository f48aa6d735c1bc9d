/** ResourceQuota: a cap on what a namespace may use in total. */
import {
  field,
  kind,
  list,
  listed,
  map,
  message,
  optional,
  quantity,
  required,
  string,
  type TypeOf,
} from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { roundToMilli } from './resource-list.defaults.ts';

const quotaScope = listed(
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
);

export const ScopedResourceSelectorRequirement = message(
  'io.k8s.api.core.v1.ScopedResourceSelectorRequirement',
  {
    scopeName: required(1, quotaScope, { about: 'Scope to test, such as PriorityClass.' }),
    operator: required(2, listed('In', 'NotIn', 'Exists', 'DoesNotExist'), {
      about: 'How it is tested: In, NotIn, Exists or DoesNotExist.',
    }),
    values: field(3, list(string), { about: 'Values for In and NotIn; must be empty for the other operators.' }),
  },
  { about: 'One test on a scope.' },
);
export type ScopedResourceSelectorRequirement = TypeOf<typeof ScopedResourceSelectorRequirement>;

export const ScopeSelector = message(
  'io.k8s.api.core.v1.ScopeSelector',
  {
    matchExpressions: field(1, list(ScopedResourceSelectorRequirement), { about: 'The tests.' }),
  },
  { about: 'Tests on scopes; all must be passed.', structType: 'atomic' },
);
export type ScopeSelector = TypeOf<typeof ScopeSelector>;

export const ResourceQuotaSpec = message(
  'io.k8s.api.core.v1.ResourceQuotaSpec',
  {
    hard: field(1, map(quantity), { about: 'Cap for each named resource, such as pods or requests.cpu.' }),
    scopes: field(2, list(quotaScope), {
      about: 'Count only objects that fit all these scopes, such as BestEffort; empty counts all.',
    }),
    scopeSelector: optional(3, ScopeSelector, {
      about: 'Count only objects that fit these scope tests; applies together with `scopes`.',
    }),
  },
  {
    about: 'Caps on resources, and which objects count.',
    applyDefaults: (spec) => roundToMilli(spec.hard),
  },
);
export type ResourceQuotaSpec = TypeOf<typeof ResourceQuotaSpec>;

export const ResourceQuotaStatus = message(
  'io.k8s.api.core.v1.ResourceQuotaStatus',
  {
    hard: field(1, map(quantity), { about: 'Cap in force for each resource.' }),
    used: field(2, map(quantity), { about: 'Amount of each resource in use in the namespace.' }),
  },
  {
    about: 'Caps in force and their use.',
    applyDefaults(status) {
      roundToMilli(status.hard);
      roundToMilli(status.used);
    },
  },
);
export type ResourceQuotaStatus = TypeOf<typeof ResourceQuotaStatus>;

export const ResourceQuota = kind(
  'io.k8s.api.core.v1.ResourceQuota',
  {
    metadata,
    spec: field(2, ResourceQuotaSpec, { about: 'The caps that are wanted.' }),
    status: field(3, ResourceQuotaStatus, { about: 'The caps in force and what is in use.' }),
  },
  { about: 'A cap on what a namespace may use in total.' },
);
export type ResourceQuota = TypeOf<typeof ResourceQuota>;

export const ResourceQuotaList = listOf(ResourceQuota);
export type ResourceQuotaList = TypeOf<typeof ResourceQuotaList>;
