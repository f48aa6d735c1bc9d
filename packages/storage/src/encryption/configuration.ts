/**
 * The encryption configuration of an operator, once it has been read: which resources,
 * with which providers, under which secrets. Secrets are `KeyObject`s, which print
 * as nothing wherever they are logged by mistake.
 */
import type { KeyObject } from 'node:crypto';

import type { ResourcePattern } from './resource-pattern.ts';

export type CipherName = 'aesgcm' | 'aescbc' | 'secretbox';
export type ProviderName = CipherName | 'identity';

export interface NamedSecret {
  /** Written in front of each value, so it can never change while values have it. */
  readonly name: string;
  readonly secret: KeyObject;
}

export type EncryptionProvider =
  { readonly provider: CipherName; readonly secrets: readonly NamedSecret[] } | { readonly provider: 'identity' };

export interface EncryptionRule {
  readonly resources: readonly ResourcePattern[];
  /** The first secret of the first one writes, all of them read. Never empty. */
  readonly providers: readonly EncryptionProvider[];
}

export interface EncryptionConfiguration {
  /** A resource is under the first rule that has it. */
  readonly rules: readonly EncryptionRule[];
}

/** A fault of a configuration, with its remedy. Never holds a secret or a part of one. */
export interface ConfigurationIssue {
  /** `resources[0].providers[1].aescbc.keys[0].secret`, empty for the whole. */
  readonly path: string;
  readonly message: string;
}

export type ConfigurationResult =
  | { readonly ok: true; readonly configuration: EncryptionConfiguration }
  | { readonly ok: false; readonly issues: readonly ConfigurationIssue[] };
