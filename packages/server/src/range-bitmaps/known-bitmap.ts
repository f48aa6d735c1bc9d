/**
 * The bitmap of one range, as far as this process knows it, and the account that shows it. The knowledge may lag: writes
 * compare its revision.
 */
import type { RangeAccount } from '@keelson/registry';
import { isUnreadable, type StoredValue } from '@keelson/storage';

import { decodeRangeBitmap, hasBit, type RangeBitmap } from '../stored-values/range-bitmap.ts';

export interface BitmapState {
  /** Undefined where the store has none, or none of this range. */
  readonly bitmap: RangeBitmap | undefined;
  /** That of the key. */
  readonly revision: number;
}

export interface Seen {
  /** That of the key, 0 if it is absent. */
  readonly revision: number;
  /** That of the store. */
  readonly seenAt: number;
}

const none: BitmapState = { bitmap: undefined, revision: 0 };

export type FollowingAccount = Pick<RangeAccount, 'range' | 'follow'>;

export class KnownBitmap {
  readonly key: string;
  readonly account: FollowingAccount;
  readonly #onFault: (key: string, message: string) => void;
  #state: BitmapState = none;
  /** The revision of the store at which the state was seen. */
  #seenAt = 0;

  constructor(key: string, account: FollowingAccount, onFault: (key: string, message: string) => void) {
    this.key = key;
    this.account = account;
    this.#onFault = onFault;
  }

  get state(): BitmapState {
    return this.#state;
  }

  /** Another history has begun: its revisions are not comparable. */
  forget(): void {
    this.#seenAt = 0;
  }

  /** Ignores what was seen before what is known. */
  learn(value: StoredValue | undefined, { revision, seenAt }: Seen): void {
    if (seenAt < this.#seenAt) return;
    this.#seenAt = seenAt;
    this.#show({ bitmap: this.#decode(value), revision });
  }

  /** After a write of this process, whose revision it was given. */
  wrote(bitmap: RangeBitmap, revision: number): void {
    if (revision < this.#seenAt) return;
    this.#seenAt = revision;
    this.#show({ bitmap, revision });
  }

  #decode(value: StoredValue | undefined): RangeBitmap | undefined {
    if (value === undefined) return undefined;
    const decoded = isUnreadable(value) ? { ok: false as const, message: value.fault } : decodeRangeBitmap(value);
    if (!decoded.ok) {
      this.#onFault(this.key, decoded.message);
      return undefined;
    }
    if (this.#isOfRange(decoded.bitmap.range)) return decoded.bitmap;
    this.#onFault(
      this.key,
      `it is of the range ${decoded.bitmap.range}, and this server has ${this.account.range.text}`,
    );
    return undefined;
  }

  /** Networks may be named by any of their addresses. */
  #isOfRange(text: string): boolean {
    const { text: own, placeholder } = this.account.range;
    const slash = own.lastIndexOf('/');
    return text === own || (slash !== -1 && text === placeholder + own.slice(slash));
  }

  #show(next: BitmapState): void {
    const { bitmap: before } = this.#state;
    this.#state = next;
    const after = next.bitmap;
    if (after === undefined) {
      if (before !== undefined) this.account.follow(undefined, 0, this.account.range.size);
      return;
    }
    const [first, last] = before === undefined ? [0, this.account.range.size] : changedItems(before.bits, after.bits);
    this.account.follow((index) => hasBit(after.bits, index), first, Math.min(last, this.account.range.size));
  }
}

/** The first item whose bit may differ, and the one after the last. */
function changedItems(before: Uint8Array, after: Uint8Array): readonly [number, number] {
  const length = Math.max(before.length, after.length);
  const differs = (byte: number): boolean => (before.at(-1 - byte) ?? 0) !== (after.at(-1 - byte) ?? 0);
  let [first, last] = [0, length];
  while (first < length && !differs(first)) first += 1;
  while (last > first && !differs(last - 1)) last -= 1;
  return [first * 8, last * 8];
}
