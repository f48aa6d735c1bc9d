/** Prepares and validates writes of Namespaces. The namespace controller empties and removes a terminating one. */
import type { ResourceHooks } from '@keelson/schema';

import { namespaceFinalizerRules, validateNamespaceFinalizers } from './namespace-finalizers.rules.ts';
import type { Namespace } from './namespace.ts';
import { labelWithOwnName } from './namespace.defaults.ts';

/** The finalizer that keeps a namespace until its contents are deleted. */
export const contentFinalizer = 'kubernetes';

export const namespaceRules = [
  ...namespaceFinalizerRules,
  'A new namespace is Active and has the finalizer kubernetes in its spec.',
  'Only the finalize subresource changes the finalizers of the spec.',
  'The label kubernetes.io/metadata.name is the name, whatever is written.',
  'The phase is Terminating once metadata.deletionTimestamp is set, and Active before.',
];

export const namespaceHooks: ResourceHooks<Namespace> = {
  prepareForCreate(namespace) {
    // The name may have been generated only after the defaults.
    labelWithOwnName(namespace);
    namespace.status = { phase: 'Active' };
    const finalizers = namespace.spec.finalizers ?? [];
    if (!finalizers.includes(contentFinalizer)) namespace.spec.finalizers = [...finalizers, contentFinalizer];
  },
  prepareForUpdate(namespace, old) {
    namespace.spec = structuredClone(old.spec);
    namespace.status = structuredClone(old.status);
  },
  validateCreate: validateNamespaceFinalizers,
  validateUpdate: (namespace, _old, report) => validateNamespaceFinalizers(namespace, report),
  validateStatusUpdate({ metadata, status }, _old, report) {
    const isDeleted = metadata.deletionTimestamp !== undefined;
    const wanted = isDeleted ? 'Terminating' : 'Active';
    if (status.phase === wanted) return;
    const state = isDeleted ? 'not empty' : 'empty';
    // The capital letter is the API's.
    report.invalid('status.Phase', status.phase ?? '', `may only be '${wanted}' if \`deletionTimestamp\` is ${state}`);
  },
};
