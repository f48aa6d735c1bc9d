/** The rule for the finalizers in the spec of a Namespace. */
import { validateFinalizerName, validateFinalizerOwner } from '@keelson/meta';
import type { Report } from '@keelson/schema';

export const namespaceFinalizerRules = [
  'Finalizers are qualified names with a domain, or a standard one such as kubernetes.',
];

export function validateNamespaceFinalizers({ finalizers }: { finalizers?: string[] }, report: Report): void {
  finalizers?.forEach((finalizer, index) => {
    validateFinalizerName(finalizer, `finalizers[${index}]`, report);
    validateFinalizerOwner(finalizer, `finalizers[${index}]`, report);
  });
}
