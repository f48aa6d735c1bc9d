/** The bitmaps of the ranges of this server, as far as the store has them: loaded once, and followed in its events. */
import type { ClusterRanges } from '@keelson/registry';
import type { RangeClaim } from '@keelson/schema';
import type { Storage, StorageEvent } from '@keelson/storage';

import { KnownBitmap } from './known-bitmap.ts';

export interface BitmapItem {
  readonly known: KnownBitmap;
  readonly index: number;
}

type OnFault = (key: string, message: string) => void;

const addressNames = ['ranges/serviceips', 'ranges/secondaryserviceips'];
const portsName = 'ranges/servicenodeports';

export class KeptBitmaps {
  readonly #storage: Pick<Storage, 'prefix' | 'get'>;
  readonly #onFault: OnFault;
  #byRange: Readonly<Record<RangeClaim['range'], readonly KnownBitmap[]>> = { addresses: [], ports: [] };
  #byKey: ReadonlyMap<string, KnownBitmap> = new Map();
  #loading: Promise<unknown> | undefined;

  constructor(storage: Pick<Storage, 'prefix' | 'get'>, onFault: OnFault) {
    this.#storage = storage;
    this.#onFault = onFault;
  }

  attach({ addresses, ports }: Pick<ClusterRanges, 'addresses' | 'ports'>): void {
    const { prefix } = this.#storage;
    const families = [...addresses.values()].slice(0, addressNames.length);
    this.#byRange = {
      addresses: families.map(
        (account, at) => new KnownBitmap(`${prefix}${addressNames[at] ?? ''}`, account, this.#onFault),
      ),
      ports: [new KnownBitmap(`${prefix}${portsName}`, ports, this.#onFault)],
    };
    this.#byKey = new Map([...this.#byRange.addresses, ...this.#byRange.ports].map((known) => [known.key, known]));
  }

  of(range: RangeClaim['range']): readonly KnownBitmap[] {
    return this.#byRange[range];
  }

  /** Undefined for an item of no range, and where there is no bitmap. */
  find({ range, item }: RangeClaim): BitmapItem | undefined {
    for (const known of this.#byRange[range]) {
      const index = known.account.range.indexOf(item);
      if (index !== -1) return known.state.bitmap === undefined ? undefined : { known, index };
    }
    return undefined;
  }

  see({ key, value, revision }: StorageEvent): void {
    this.#byKey.get(key)?.learn(value, { revision: value === undefined ? 0 : revision, seenAt: revision });
  }

  /** To be called when a watch of all keys begins: its events continue what is read after it. */
  reload(): void {
    for (const known of this.#byKey.values()) known.forget();
    this.#loading = undefined;
    // A write waits for it, and tries again if it failed.
    this.whenLoaded().catch(() => undefined);
  }

  /** Rejects as the store fails. */
  async whenLoaded(): Promise<void> {
    const loading = (this.#loading ??= this.#load());
    try {
      await loading;
    } catch (error) {
      if (this.#loading === loading) this.#loading = undefined;
      throw error;
    }
  }

  async #load(): Promise<void> {
    const read = async (known: KnownBitmap): Promise<void> => {
      const { entry, revision } = await this.#storage.get(known.key);
      known.learn(entry?.value, { revision: entry?.revision ?? 0, seenAt: revision });
    };
    await Promise.all([...this.#byKey.values()].map(read));
  }
}
