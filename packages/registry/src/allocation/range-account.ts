/**
 * Account of a range on this replica: the items that are claimed, as the watch cache shows them, and those that writes
 * in progress here have reserved. Where other servers keep a bitmap of the range, it shows that in place of the claims.
 * It may lag behind the store; the transaction of the write decides.
 */
import type { ItemRange } from './item-range.ts';

const claimed = 1;
const reserved = 2;

export class RangeAccount {
  readonly range: ItemRange;
  readonly #slots: Uint8Array;
  /** 1 for items that have claims, which a bitmap hides. */
  readonly #claims: Uint8Array;
  #hasBitmap = false;
  #claimedCount = 0;

  constructor(range: ItemRange) {
    this.range = range;
    this.#slots = new Uint8Array(range.size);
    this.#claims = new Uint8Array(range.size);
  }

  get claimedCount(): number {
    return this.#claimedCount;
  }

  forget(): void {
    this.#claims.fill(0);
    if (this.#hasBitmap) return;
    this.#slots.forEach((slot, index) => (this.#slots[index] = slot & reserved));
    this.#claimedCount = 0;
  }

  /** Ignores items of other ranges. */
  note(item: string, isClaimed: boolean): void {
    const index = this.range.indexOf(item);
    if (index === -1) return;
    this.#claims[index] = isClaimed ? 1 : 0;
    if (!this.#hasBitmap) this.#show(index, isClaimed);
  }

  /** Shows what a bitmap has as taken, of the items from `first` up to `last`; `undefined` when there is no bitmap any more. */
  follow(isTaken: ((index: number) => boolean) | undefined, first: number, last: number): void {
    this.#hasBitmap = isTaken !== undefined;
    for (let index = first; index < last; index += 1) {
      this.#show(index, isTaken === undefined ? this.#claims[index] === 1 : isTaken(index));
    }
  }

  #show(index: number, isClaimed: boolean): void {
    const slot = this.#slots[index] ?? 0;
    if (((slot & claimed) !== 0) === isClaimed) return;
    this.#slots[index] = slot ^ claimed;
    this.#claimedCount += isClaimed ? 1 : -1;
  }

  isClaimed(index: number): boolean {
    return ((this.#slots[index] ?? 0) & claimed) !== 0;
  }

  /** False if the item is claimed or reserved already. */
  reserve(index: number): boolean {
    if (this.#slots[index] !== 0) return false;
    this.#slots[index] = reserved;
    return true;
  }

  /** Reserves a random free item and returns its number. Items of the static band come last. */
  reserveNext(random: () => number): number | undefined {
    const { size, reserved: below } = this.range;
    const index = this.#findFree(below, size, random) ?? this.#findFree(0, below, random);
    if (index !== undefined) this.#slots[index] = reserved;
    return index;
  }

  release(index: number): void {
    this.#slots[index] = (this.#slots[index] ?? 0) & claimed;
  }

  /** Searches from a random start, so that replicas that allocate at the same time seldom conflict. */
  #findFree(from: number, to: number, random: () => number): number | undefined {
    const start = from + Math.floor(random() * (to - from));
    const after = this.#slots.subarray(start, to).indexOf(0);
    if (after !== -1) return start + after;
    const before = this.#slots.subarray(from, start).indexOf(0);
    return before === -1 ? undefined : from + before;
  }
}
