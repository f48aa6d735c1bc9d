/** The entries of a store as they are stored and as they are once decrypted, side by side. */
import {
  encryptStorage,
  isUnreadable,
  pagesOf,
  type EncryptionConfiguration,
  type Entry,
  type RangeResult,
  type Storage,
  type StoredValue,
} from '@keelson/storage';

export interface LayeredEntry {
  readonly key: string;
  readonly stored: Uint8Array;
  /** Unreadable where it cannot be decrypted. */
  readonly opened: StoredValue;
}

export interface LayeredPage {
  readonly entries: readonly LayeredEntry[];
  readonly revision: number;
}

/** Decrypts as the configuration says, formats that do not bind a value to its key included. */
export function openValues(storage: Storage, configuration: EncryptionConfiguration | undefined): Storage {
  const rules = configuration ?? { rules: [] };
  return encryptStorage(storage, rules, { unboundValues: 'read' });
}

/** All entries under the prefix, at one revision. */
export async function* layeredPages(
  storage: Storage,
  configuration: EncryptionConfiguration | undefined,
): AsyncGenerator<LayeredPage> {
  let stored: readonly Entry[] = [];
  const noting: Storage = {
    ...storage,
    range: async (prefix, options): Promise<RangeResult> => {
      const page = await storage.range(prefix, options);
      stored = page.entries;
      return page;
    },
  };
  for await (const { entries, revision } of pagesOf(openValues(noting, configuration), storage.prefix)) {
    const layered = entries.flatMap(({ key, value: opened }, index) => {
      const value = stored[index]?.value;
      return value === undefined || isUnreadable(value) ? [] : [{ key, stored: value, opened }];
    });
    yield { entries: layered, revision };
  }
}

const mark = 'k8s:enc:';
/** Beyond the longest name of a key. */
const longestHeader = 400;

/** `aescbc:v1:key1`, out of the header of an encrypted value; empty for a plain one. */
export function encryptionOf(stored: Uint8Array): string {
  const head = Buffer.from(stored.buffer, stored.byteOffset, Math.min(stored.byteLength, longestHeader));
  const text = head.toString('latin1');
  if (!text.startsWith(mark)) return '';
  return text.slice(mark.length).split(':', 3).join(':');
}
