/** Namespace: a space for names that separates objects and can be given limits. */
import { field, kind, list, listed, message, required, string, time, type TypeOf, usually } from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { labelWithOwnName } from './namespace.defaults.ts';

export const NamespaceSpec = message(
  'io.k8s.api.core.v1.NamespaceSpec',
  {
    finalizers: field(1, list(usually('kubernetes')), {
      about: 'Names that must be removed through the `finalize` subresource before a deleted namespace is gone.',
    }),
  },
  {
    about: 'How a namespace is to behave.',
  },
);
export type NamespaceSpec = TypeOf<typeof NamespaceSpec>;

export const NamespaceCondition = message(
  'io.k8s.api.core.v1.NamespaceCondition',
  {
    type: required(
      1,
      usually(
        'NamespaceDeletionDiscoveryFailure',
        'NamespaceDeletionContentFailure',
        'NamespaceDeletionGroupVersionParsingFailure',
        'NamespaceContentRemaining',
        'NamespaceFinalizersRemaining',
      ),
      { about: 'Name of the aspect, such as NamespaceContentRemaining.' },
    ),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastTransitionTime: field(4, time, { about: 'Time the status last flipped from one value to another.' }),
    reason: field(5, string, { about: 'Machine-readable CamelCase cause of the last transition.' }),
    message: field(6, string, { about: 'Human-readable details of the last transition.' }),
  },
  { about: "One observed aspect of a namespace's deletion." },
);
export type NamespaceCondition = TypeOf<typeof NamespaceCondition>;

export const NamespaceStatus = message(
  'io.k8s.api.core.v1.NamespaceStatus',
  {
    phase: field(1, listed('Active', 'Terminating'), {
      default: 'Active',
      about: 'Stage of its life: Active or Terminating.',
    }),
    conditions: field(2, list(NamespaceCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'What stands in the way of a deletion under way.',
    }),
  },
  { about: 'What has been observed of a namespace.' },
);
export type NamespaceStatus = TypeOf<typeof NamespaceStatus>;

export const Namespace = kind(
  'io.k8s.api.core.v1.Namespace',
  {
    metadata,
    spec: field(2, NamespaceSpec, { about: 'How the namespace is to behave.' }),
    status: field(3, NamespaceStatus, { about: 'What has been observed of the namespace.' }),
  },
  { about: 'A space for names that separates objects and can be given limits.', applyDefaults: labelWithOwnName },
);
export type Namespace = TypeOf<typeof Namespace>;

export const NamespaceList = listOf(Namespace);
export type NamespaceList = TypeOf<typeof NamespaceList>;
