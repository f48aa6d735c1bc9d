/** A definition that is deleted stays until its objects are gone: a finalizer of its own holds it. */
import type { TwoPhaseDeletion } from '@keelson/schema';

import type { CustomResourceDefinition } from './custom-resource-definition.ts';

const cleanup = 'customresourcecleanup';

const pending = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
} as const;

export const customResourceDefinitionDeletion: TwoPhaseDeletion<CustomResourceDefinition> = {
  kind: 'twoPhase',
  mark: ({ metadata, status }, { now, group }) => {
    const { finalizers = [] } = metadata;
    if (!finalizers.some(isCleanup)) metadata.finalizers = [...finalizers, `${cleanup}.${group}`];
    const others = (status.conditions ?? []).filter(({ type }) => type !== pending.type);
    status.conditions = [...others, { ...pending, lastTransitionTime: now }];
  },
  isHeld: ({ metadata }) => (metadata.finalizers ?? []).some(isCleanup),
  release: ({ metadata }) => {
    metadata.finalizers = (metadata.finalizers ?? []).filter((finalizer) => !isCleanup(finalizer));
  },
};

function isCleanup(finalizer: string): boolean {
  return finalizer.startsWith(`${cleanup}.`);
}
