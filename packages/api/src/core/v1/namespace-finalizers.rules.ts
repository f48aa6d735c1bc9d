/** The rule for the finalizers in the spec of a Namespace. */
import { validateFinalizerName, validateFinalizerOwner } from '@keelson/meta';
import type { Report } from '@keelson/schema';

export const namespaceFinalizerRules = [
  'Finalizers are qualified names with a domain, or a standard one such as kubernetes.',
];

interface Finalized {
  readonly spec: { readonly finalizers?: readonly string[] };
}

/** Clients know the path of a write of the whole object without the index. */
export function validateNamespaceFinalizers({ spec }: Finalized, report: Report): void {
  for (const finalizer of spec.finalizers ?? []) validateFinalizer(finalizer, 'spec.finalizers', report);
}

/** Of a write of the finalizers alone. */
export function validateFinalization({ spec }: Finalized, _old: unknown, report: Report): void {
  spec.finalizers?.forEach((finalizer, index) => validateFinalizer(finalizer, `spec.finalizers[${index}]`, report));
}

function validateFinalizer(finalizer: string, path: string, report: Report): void {
  validateFinalizerName(finalizer, path, report);
  validateFinalizerOwner(finalizer, path, report);
}
