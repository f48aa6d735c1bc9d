/**
 * The header of an encrypted value, `k8s:enc:<provider>:<version>:<name>:`, as
 * kube-apiserver writes it. The only information about how a value was encrypted.
 */
import type { CipherName } from './configuration.ts';
import { maxSecretNameBytes } from './read-provider.ts';

const mark = Buffer.from('k8s:enc:');
const colon = 0x3a;
const maxHeaderBytes = 64 + maxSecretNameBytes;

export function headerFor(provider: CipherName, version: string, secretName: string): string {
  return `k8s:enc:${provider}:${version}:${secretName}:`;
}

/** True for a value with the mark of encrypted ones. Neither JSON nor protobuf begins with it. */
export function isMarked(stored: Uint8Array): boolean {
  if (stored.byteLength < mark.byteLength) return false;
  return mark.equals(stored.subarray(0, mark.byteLength));
}

/** The header of a marked value, `undefined` if it has only the mark. */
export function headerOf(stored: Uint8Array): string | undefined {
  const start = stored.subarray(0, maxHeaderBytes);
  let end = mark.byteLength - 1;
  for (let part = 0; part < 3; part++) {
    end = start.indexOf(colon, end + 1);
    if (end === -1) return undefined;
  }
  return Buffer.from(start.buffer, start.byteOffset, end + 1).toString();
}
