/**
 * Turns values of one rule into what is stored and back: writes with the first
 * secret, reads with whichever one the header in front of the value names.
 */
import type { KeyObject } from 'node:crypto';

import { aesCbcFormats } from './aescbc.ts';
import { aesGcmFormats } from './aesgcm.ts';
import type { CipherName, EncryptionRule } from './configuration.ts';
import type { Counters, ProviderCounter } from './counters.ts';
import {
  notAuthenticFault,
  notEncryptedFault,
  reservedValueError,
  unboundFault,
  uncoveredFault,
  undecryptableError,
  unknownHeaderFault,
} from './failures.ts';
import { maxSecretNameBytes } from './read-provider.ts';
import { secretboxFormats } from './secretbox.ts';
import type { Formats, RandomBytes, ReadableFormat } from './value-format.ts';

export interface OpenedValue {
  readonly value: Uint8Array;
  /** Whether the value would be written otherwise now. */
  readonly isStale: boolean;
}

export interface ValueTransformer {
  /** The bytes to store. May be the value itself. */
  seal(key: string, value: Uint8Array): Uint8Array;
  /** Throws a `StorageError` that names the key. What it returns may be the stored bytes themselves. */
  open(key: string, stored: Uint8Array): OpenedValue;
}

export interface TransformOptions {
  readonly random: RandomBytes;
  readonly unboundValues: 'read' | 'refuse';
  readonly counters: Counters;
}

interface Reader {
  readonly header: string;
  readonly format: ReadableFormat;
  readonly counter: ProviderCounter;
}

type Seal = ValueTransformer['seal'];

const formatsOf: Readonly<Record<CipherName, (secret: KeyObject, random: RandomBytes) => Formats>> = {
  aesgcm: aesGcmFormats,
  aescbc: aesCbcFormats,
  secretbox: secretboxFormats,
};

const mark = Buffer.from('k8s:enc:');
const colon = 0x3a;
const maxHeaderBytes = 64 + maxSecretNameBytes;

export function createTransformer(rule: EncryptionRule, options: TransformOptions): ValueTransformer {
  const readers = new Map<string, Reader>();
  let plain: ProviderCounter | undefined;
  let write: { readonly header: string; readonly seal: Seal } | undefined;
  for (const provider of rule.providers) {
    if (provider.provider === 'identity') {
      const counter = (plain = options.counters.of('identity', ''));
      write ??= { header: '', seal: (key, value) => sealPlain(key, value, counter) };
      continue;
    }
    for (const { name, secret } of provider.secrets) {
      const counter = options.counters.of(provider.provider, name);
      const { current, earlier } = formatsOf[provider.provider](secret, options.random);
      const headerOfFormat = ({ version }: ReadableFormat): string => `k8s:enc:${provider.provider}:${version}:${name}:`;
      for (const format of [current, ...earlier]) {
        const header = headerOfFormat(format);
        readers.set(header, { header, format, counter });
      }
      const header = headerOfFormat(current);
      const headerBytes = Buffer.from(header);
      write ??= {
        header,
        seal: (key, value) => {
          const body = current.seal(key, value);
          counter.written += 1;
          return Buffer.concat([headerBytes, body]);
        },
      };
    }
  }
  if (write === undefined) throw new TypeError('A rule of an encryption configuration has a provider.');
  const { header, seal } = write;
  const open = (key: string, stored: Uint8Array): OpenedValue => {
    const opened = isMarked(stored)
      ? openEncrypted(key, stored, readers, options)
      : { value: openPlain(key, stored, plain, options.counters), header: '' };
    const isStale = opened.header !== header;
    if (isStale) options.counters.totals.stale += 1;
    return { value: opened.value, isStale };
  };
  return { seal, open };
}

/** For keys under no rule: stored as they are, and what is encrypted is not handed out. */
export const untransformed: ValueTransformer = {
  seal: (key, value) => {
    if (isMarked(value)) throw reservedValueError(key);
    return value;
  },
  open: (key, stored) => {
    if (isMarked(stored)) throw undecryptableError(key, uncoveredFault());
    return { value: stored, isStale: false };
  },
};

function sealPlain(key: string, value: Uint8Array, counter: ProviderCounter): Uint8Array {
  if (isMarked(value)) throw reservedValueError(key);
  counter.written += 1;
  return value;
}

function openPlain(
  key: string,
  stored: Uint8Array,
  counter: ProviderCounter | undefined,
  counters: Counters,
): Uint8Array {
  if (counter === undefined) {
    counters.totals.unreadable += 1;
    throw undecryptableError(key, notEncryptedFault());
  }
  counter.read += 1;
  return stored;
}

function openEncrypted(
  key: string,
  stored: Uint8Array,
  readers: ReadonlyMap<string, Reader>,
  { counters, unboundValues }: TransformOptions,
): { readonly value: Uint8Array; readonly header: string } {
  const header = headerOf(stored);
  const reader = header === undefined ? undefined : readers.get(header);
  if (header === undefined || reader === undefined) {
    counters.totals.unreadable += 1;
    throw undecryptableError(key, unknownHeaderFault(header, [...readers.keys()]));
  }
  const { format, counter } = reader;
  if (!format.bindsKey && unboundValues === 'refuse') {
    counter.failed += 1;
    throw undecryptableError(key, unboundFault(counter.provider));
  }
  const value = format.open(key, stored.subarray(Buffer.byteLength(header)));
  if (value === undefined) {
    counter.failed += 1;
    throw undecryptableError(key, notAuthenticFault(counter.provider, counter.secretName));
  }
  counter.read += 1;
  if (!format.bindsKey) counters.totals.unbound += 1;
  return { value, header };
}

function isMarked(stored: Uint8Array): boolean {
  if (stored.byteLength < mark.byteLength) return false;
  return mark.equals(stored.subarray(0, mark.byteLength));
}

/** `k8s:enc:<provider>:<version>:<name>:`, `undefined` if that is not how the value begins. */
function headerOf(stored: Uint8Array): string | undefined {
  const start = stored.subarray(0, maxHeaderBytes);
  let end = mark.byteLength - 1;
  for (let part = 0; part < 3; part++) {
    end = start.indexOf(colon, end + 1);
    if (end === -1) return undefined;
  }
  return Buffer.from(start.buffer, start.byteOffset, end + 1).toString();
}
