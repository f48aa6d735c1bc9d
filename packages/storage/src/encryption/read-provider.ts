/**
 * Reads one provider of a configuration: which one it is, and its secrets. What it
 * reports names the place and what is wrong there, never a secret.
 */
import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import type { CipherName, EncryptionProvider, NamedSecret } from './configuration.ts';
import { readFields, readItems, readText } from './issue-list.ts';
import type { IssueList } from './issue-list.ts';

const secretSizes: Readonly<Record<CipherName, readonly number[]>> = {
  aesgcm: [16, 24, 32],
  aescbc: [16, 24, 32],
  secretbox: [32],
};
const ciphers = Object.keys(secretSizes) as readonly CipherName[];

/** Bounds the header of a value, which holds the name. */
export const maxSecretNameBytes = 200;

export function readProvider(value: unknown, path: string, list: IssueList): EncryptionProvider | undefined {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'kms')) {
    list.add(`${path}.kms`, 'is not supported: use aesgcm, aescbc or secretbox, and rewrite what kms has encrypted');
    return undefined;
  }
  const fields = readFields(value, path, [...ciphers, 'identity'], list);
  if (fields === undefined) return undefined;
  if (fields.size > 1) {
    list.add(path, 'has more than one provider: make each an item of its own');
    return undefined;
  }
  if (fields.has('identity')) {
    readFields(fields.get('identity'), `${path}.identity`, [], list);
    return { provider: 'identity' };
  }
  const provider = ciphers.find((name) => fields.has(name));
  if (provider === undefined) {
    if (fields.size === 0) list.add(path, `has to have one of ${[...ciphers, 'identity'].join(', ')}`);
    return undefined;
  }
  return { provider, secrets: readSecrets(provider, fields.get(provider), `${path}.${provider}`, list) };
}

function readSecrets(provider: CipherName, value: unknown, path: string, list: IssueList): readonly NamedSecret[] {
  const fields = readFields(value, path, ['keys'], list);
  if (fields === undefined) return [];
  const secrets: NamedSecret[] = [];
  for (const [index, item] of readItems(fields.get('keys'), `${path}.keys`, 'key', list).entries()) {
    const secret = readNamedSecret(provider, item, `${path}.keys[${index}]`, list);
    if (secret !== undefined) secrets.push(secret);
  }
  return secrets;
}

function readNamedSecret(provider: CipherName, value: unknown, path: string, list: IssueList): NamedSecret | undefined {
  const fields = readFields(value, path, ['name', 'secret'], list);
  if (fields === undefined) return undefined;
  const name = readName(fields.get('name'), `${path}.name`, list);
  const secret = readSecret(provider, fields.get('secret'), `${path}.secret`, list);
  return name === undefined || secret === undefined ? undefined : { name, secret };
}

function readName(value: unknown, path: string, list: IssueList): string | undefined {
  const name = readText(value, path, list);
  if (name === undefined) return undefined;
  const fault = faultOfName(name);
  if (fault === undefined) return name;
  list.add(path, fault);
  return undefined;
}

function faultOfName(name: string): string | undefined {
  if (name.includes(':')) return 'cannot have a colon in it: in front of a value, a colon ends the name';
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return 'has to be plain text, without control characters';
  if (Buffer.byteLength(name) > maxSecretNameBytes) return `is longer than ${maxSecretNameBytes} bytes`;
  return undefined;
}

function readSecret(provider: CipherName, value: unknown, path: string, list: IssueList): KeyObject | undefined {
  const text = readText(value, path, list);
  if (text === undefined) return undefined;
  const sizes = secretSizes[provider];
  const largest = sizes.at(-1) ?? 0;
  const hint = `make one with: head -c ${largest} /dev/urandom | base64`;
  // Line breaks do not count, so that a block of YAML will do.
  const compact = text.replace(/[\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) {
    list.add(path, `is not base64: ${hint}`);
    return undefined;
  }
  const bytes = Buffer.from(compact, 'base64');
  if (!sizes.includes(bytes.byteLength)) {
    list.add(path, `has ${bytes.byteLength} bytes, ${provider} needs ${sizes.join(' or ')}: ${hint}`);
    return undefined;
  }
  return createSecretKey(bytes);
}
