/** Counts the work of encryption since it was set up, in plain numbers that can be read at any time. */
import type { ProviderName } from './configuration.ts';

/** One row for each provider and name of a secret, whichever rules they are in. */
export interface ProviderCounts {
  readonly provider: ProviderName;
  /** Empty for identity. */
  readonly secretName: string;
  /** The bytes that written values begin with. Empty for identity. */
  readonly header: string;
  /** Values written. For aesgcm, compare its sum over all replicas with the limit of a secret. */
  readonly written: number;
  /** Values read. */
  readonly read: number;
  /** Values that said they were of this provider and secret, and could not be read. */
  readonly failed: number;
}

export interface EncryptionCounts {
  readonly providers: readonly ProviderCounts[];
  /** Values read that would be written otherwise now. */
  readonly stale: number;
  /** Values read in a format that does not bind them to their key. */
  readonly unbound: number;
  /** Values refused because no provider of their rule reads them. */
  readonly unreadable: number;
}

type Counting<T> = { -readonly [K in keyof T]: T[K] };

export type ProviderCounter = Counting<ProviderCounts>;

export interface Counters {
  readonly totals: Counting<Omit<EncryptionCounts, 'providers'>>;
  of(provider: ProviderName, secretName: string, header: string): ProviderCounter;
  read(): EncryptionCounts;
}

export function createCounters(): Counters {
  const rows = new Map<string, ProviderCounter>();
  const totals = { stale: 0, unbound: 0, unreadable: 0 };
  return {
    totals,
    of: (provider, secretName, header) => {
      const id = `${provider}:${secretName}`;
      const row = rows.get(id) ?? { provider, secretName, header, written: 0, read: 0, failed: 0 };
      rows.set(id, row);
      return row;
    },
    read: () => ({ providers: [...rows.values()].map((row) => ({ ...row })), ...totals }),
  };
}
