/**
 * Messages about values that cannot be decrypted or encrypted. A fault begins with the
 * words of kube-apiserver, where it has some, and goes on with the finding and the remedy.
 * None holds a byte of a value or of a secret.
 */
import { StorageError } from '../contract/errors.ts';
import type { CipherName } from './configuration.ts';

const noMatchingPrefix = 'no matching prefix found';

/** The names that kube-apiserver gives its transformers in messages. */
const transformerNames: Readonly<Record<CipherName, string>> = {
  aesgcm: 'AES',
  aescbc: 'AES',
  secretbox: 'Secretbox',
};

export function notAuthenticFault(provider: string, secretName: string): string {
  const label = `the ${provider} key ${JSON.stringify(secretName)}`;
  return `${label} does not open it, so it was changed, moved here from another key, or encrypted with another secret of that name`;
}

export function notEncryptedFault(): string {
  return `${noMatchingPrefix}: it is not encrypted, and the encryption configuration lists no identity for it. To read it, add identity as the last provider`;
}

/** `header` is as it was found, and does not belong to any secret of the rule. */
export function unknownHeaderFault(header: string | undefined, known: readonly string[]): string {
  const [, , provider = '', version = '', secretName = ''] = header?.split(':') ?? [];
  if (header === undefined) return `${noMatchingPrefix}: what stands before it is not the header of an encrypted value`;
  if (known.some((each) => each.startsWith(`k8s:enc:${provider}:${version}:`))) {
    const transformer = transformerNames[provider as CipherName];
    return `no matching key was found for the provided ${transformer} transformer: it is encrypted with the ${provider} key ${quote(secretName)}, which the encryption configuration does not list for it. Add that key after the first`;
  }
  return `${noMatchingPrefix}: it is encrypted by the provider ${quote(provider)}, version ${quote(version)}, which the encryption configuration does not list for it. Add the provider after the first`;
}

export function unboundFault(provider: string): string {
  return `it is in the format ${provider} v1 of kube-apiserver, which does not keep it from being moved here from another key. If it is data taken over from there, start with --encryption-unbound-values=read until all have been rewritten`;
}

export function uncoveredFault(): string {
  return 'identity transformer tried to read encrypted data: no rule of the encryption configuration covers it. Add its resource to the rule that it was written under';
}

export function reservedValueError(key: string): StorageError {
  return new StorageError(
    'invalidArgument',
    `The value for ${key} begins with k8s:enc: and would be taken for an encrypted one.`,
  );
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
