/**
 * Encrypts and decrypts the values of one rule: writes with the first secret, reads with
 * the one that the header of the value names.
 */
import type { KeyObject } from 'node:crypto';

import { aesCbcFormats } from './aescbc.ts';
import { aesGcmFormats } from './aesgcm.ts';
import type { CipherName, EncryptionRule, NamedSecret } from './configuration.ts';
import type { Counters, ProviderCounter } from './counters.ts';
import {
  notAuthenticFault,
  notEncryptedFault,
  reservedValueError,
  unboundFault,
  uncoveredFault,
  unknownHeaderFault,
} from './failures.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue, Unreadable } from '../contract/unreadable.ts';
import { headerFor, headerOf, isMarked } from './header.ts';
import { secretboxFormats } from './secretbox.ts';
import type { Formats, RandomBytes, ReadableFormat } from './value-format.ts';

export interface OpenedValue {
  readonly value: StoredValue;
  /** The value would be written differently now. False for an unreadable one. */
  readonly isStale: boolean;
}

export interface ValueTransformer {
  /** The bytes to store. May be the value itself. */
  seal(key: string, value: Uint8Array): Uint8Array;
  /** Never throws. What it returns may be the stored bytes themselves. */
  open(key: string, stored: Uint8Array): OpenedValue;
}

/** The treatment of formats that do not bind a value to its key; `write` implies `read`. */
export type UnboundValues = 'refuse' | 'read' | 'write';

export interface TransformOptions {
  readonly random: RandomBytes;
  readonly unboundValues: UnboundValues;
  readonly counters: Counters;
}

interface Reader {
  readonly format: ReadableFormat;
  readonly counter: ProviderCounter;
}

interface Writer {
  /** Empty for values that stay as they are. */
  readonly header: string;
  readonly seal: ValueTransformer['seal'];
}

/** The readers and writers of a rule. */
interface Keyring {
  /** By header. */
  readonly readers: Map<string, Reader>;
  /** In the order of the configuration. */
  readonly writers: Writer[];
  /** Present if the rule reads plain values. */
  plain?: ProviderCounter;
}

const formatsOf: Readonly<Record<CipherName, (secret: KeyObject, random: RandomBytes) => Formats>> = {
  aesgcm: aesGcmFormats,
  aescbc: aesCbcFormats,
  secretbox: secretboxFormats,
};

export function createTransformer(rule: EncryptionRule, options: TransformOptions): ValueTransformer {
  const keyring: Keyring = { readers: new Map(), writers: [] };
  for (const each of rule.providers) {
    if (each.provider === 'identity') addIdentity(keyring, options);
    else for (const secret of each.secrets) addSecret(keyring, each.provider, secret, options);
  }
  const [writer] = keyring.writers;
  if (writer === undefined) throw new TypeError('A rule of an encryption configuration has a provider.');
  return {
    seal: writer.seal,
    open: (key, stored) => {
      const header = isMarked(stored) ? headerOf(stored) : '';
      const value =
        header === '' ? openPlain(stored, keyring, options) : open(key, stored, header, { keyring, ...options });
      const isStale = header !== writer.header && !isUnreadable(value);
      if (isStale) options.counters.totals.stale += 1;
      return { value, isStale };
    },
  };
}

/** For keys under no rule: stored as they are, and what is encrypted is not handed out. */
export const untransformed: ValueTransformer = {
  seal: (key, value) => {
    if (isMarked(value)) throw reservedValueError(key);
    return value;
  },
  open: (_key, stored) => ({ value: isMarked(stored) ? { fault: uncoveredFault() } : stored, isStale: false }),
};

function addIdentity(keyring: Keyring, { counters }: TransformOptions): void {
  const counter = counters.of('identity', '', '');
  keyring.plain = counter;
  const seal: Writer['seal'] = (key, value) => {
    const sealed = untransformed.seal(key, value);
    counter.written += 1;
    return sealed;
  };
  keyring.writers.push({ header: '', seal });
}

function addSecret(
  keyring: Keyring,
  provider: CipherName,
  { name, secret }: NamedSecret,
  options: TransformOptions,
): void {
  const { current, shared } = formatsOf[provider](secret, options.random);
  const written = options.unboundValues === 'write' ? (shared ?? current) : current;
  const header = headerFor(provider, written.version, name);
  const counter = options.counters.of(provider, name, header);
  for (const format of shared === undefined ? [current] : [current, shared]) {
    keyring.readers.set(headerFor(provider, format.version, name), { format, counter });
  }
  const headerBytes = Buffer.from(header);
  const seal: Writer['seal'] = (key, value) => {
    const sealed = Buffer.concat([headerBytes, written.seal(key, value)]);
    counter.written += 1;
    return sealed;
  };
  keyring.writers.push({ header, seal });
}

function openPlain(stored: Uint8Array, { plain }: Keyring, { counters }: TransformOptions): StoredValue {
  if (plain === undefined) {
    counters.totals.unreadable += 1;
    return { fault: notEncryptedFault() };
  }
  plain.read += 1;
  return stored;
}

interface OpenOptions extends TransformOptions {
  readonly keyring: Keyring;
}

function open(
  key: string,
  stored: Uint8Array,
  header: string | undefined,
  { keyring, counters, unboundValues }: OpenOptions,
): StoredValue {
  const reader = header === undefined ? undefined : keyring.readers.get(header);
  if (header === undefined || reader === undefined) {
    counters.totals.unreadable += 1;
    return { fault: unknownHeaderFault(header, [...keyring.readers.keys()]) };
  }
  const { format, counter } = reader;
  if (!format.bindsKey && unboundValues === 'refuse') {
    return fail(counter, unboundFault(counter.provider));
  }
  const value = format.open(key, stored.subarray(Buffer.byteLength(header)));
  if (value === undefined) {
    return fail(counter, notAuthenticFault(counter.provider, counter.secretName));
  }
  counter.read += 1;
  if (!format.bindsKey) counters.totals.unbound += 1;
  return value;
}

function fail(counter: ProviderCounter, fault: string): Unreadable {
  counter.failed += 1;
  return { fault };
}
