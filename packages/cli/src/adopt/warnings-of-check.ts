/** Troubles that servers over a store have with each other. */
import { adviceForCustomResources, findEncryptedCustomResources } from '@keelson/server';
import type { EncryptionConfiguration } from '@keelson/storage';

import type { CheckReport } from './check-report.ts';
import type { StoredKinds } from './stored-kinds.ts';

/** Custom objects that are encrypted, or would be with their next write, while a kube-apiserver is alive. */
export function warningsOfCheck(
  { resources, kubeApiServers }: Pick<CheckReport, 'resources' | 'kubeApiServers'>,
  { scheme, byFolder }: StoredKinds,
  encryption: EncryptionConfiguration | undefined,
): readonly string[] {
  if (kubeApiServers.length === 0) return [];
  const custom = new Set<string>();
  for (const { name, form } of byFolder.values()) if (form.kind === 'custom') custom.add(name);
  const stored = resources
    .filter(({ resource, forms }) => custom.has(resource) && forms.some((form) => form.encryption !== ''))
    .map(({ resource }) => resource);
  const named = encryption === undefined ? [] : findEncryptedCustomResources(encryption, scheme);
  const found = [...new Set([...named, ...stored])].sort();
  if (found.length === 0) return [];
  return [
    `${found.join(', ')}: custom objects, and encrypted or to be encrypted with their next write; ` +
      `the kube-apiserver at ${kubeApiServers.join(', ')} does not decrypt them before 1.26, and answers lists of ` +
      `them with 500: ${adviceForCustomResources}`,
  ];
}
