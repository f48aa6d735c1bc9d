/** Files of keys: those that verify tokens, of which there may be several, and the one that signs them. */
import { createPrivateKey, createPublicKey } from 'node:crypto';

import { signingKeyOf, verifyingKeyOf, type VerifyingKey } from '@keelson/auth';

import { reasonOf, parsePem, type PemBlock } from '@keelson/pki';
import type { Parsed } from '@keelson/files';

/** Of all texts together. Certificates and private keys count as the public keys in them. */
export function parseVerifyingKeys(texts: readonly string[]): Parsed<readonly VerifyingKey[]> {
  const keys: VerifyingKey[] = [];
  for (const [at, text] of texts.entries()) {
    const blocks = keyBlocks(text, (label) => label.endsWith('KEY') || label === 'CERTIFICATE');
    if (!blocks.ok) return { ...blocks, at };
    for (const block of blocks.value) {
      const key = tryTo(() => verifyingKeyOf(createPublicKey(printPem(block))));
      if (typeof key === 'string') return { ok: false, at, line: block.line, message: key };
      keys.push(key);
    }
  }
  return { ok: true, value: keys };
}

export function parseSigningKey([text = '']: readonly string[]): Parsed<VerifyingKey> {
  const blocks = keyBlocks(text, (label) => label.endsWith('PRIVATE KEY'));
  if (!blocks.ok) return blocks;
  const [block, another] = blocks.value;
  if (another !== undefined) return { ok: false, line: another.line, message: 'there are several private keys in it' };
  if (block === undefined) return { ok: false, message: 'there is no key in it' };
  const key = tryTo(() => signingKeyOf(createPrivateKey(printPem(block))));
  return typeof key === 'string' ? { ok: false, line: block.line, message: key } : { ok: true, value: key };
}

function keyBlocks(text: string, isWanted: (label: string) => boolean): Parsed<readonly PemBlock[]> {
  const pem = parsePem(text);
  if (!pem.ok) return pem;
  const blocks = pem.blocks.filter(({ label }) => isWanted(label));
  return blocks.length === 0 ? { ok: false, message: 'there is no key in it' } : { ok: true, value: blocks };
}

function printPem({ label, der }: PemBlock): string {
  return `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`;
}

function tryTo<T>(make: () => T | string): T | string {
  try {
    return make();
  } catch (error) {
    return `this is no key that can be used: ${reasonOf(error)}`;
  }
}
