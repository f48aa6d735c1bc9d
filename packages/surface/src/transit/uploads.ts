/**
 * Bodies of requests that come in pieces: a share for each user, a bound for all, and a pace that each has to keep.
 * A body counts from its head until its request is over, since its bytes are held as long.
 *
 *     begin ─▶ reserved ─ expect ─▶ coming ─ complete ─▶ held ─ end ─▶ gone
 *                                     └─ too slow, or crowded out ─▶ cut off
 */
import { exceeds, Ledger, type Account, type Budgets, type LedgerEntry } from './ledger.ts';

export interface Pace {
  /** A body that makes no progress for this long is given up. */
  readonly silenceSeconds: number;
  /** After this long the average since the beginning counts, too. */
  readonly graceSeconds: number;
  readonly leastBytesPerSecond: number;
}

export interface UploadOptions {
  readonly budgets: Budgets;
  readonly pace: Pace;
  /** The length of one second of the pace; shorter in tests. */
  readonly tickMs?: number;
}

export type CutOff = 'slow' | 'crowded';

export interface Upload {
  /** The body is read from now on. `onCut` is called at most once, and not after `complete`. */
  expect(onCut: (why: CutOff) => void): void;
  /** A piece came. False where there is no room for it. */
  grow(bytes: number): boolean;
  complete(): void;
  /** May be called more than once. */
  end(): void;
}

const usualTickMs = 1_000;

export class Uploads {
  readonly #budgets: Budgets;
  readonly #pace: Pace;
  readonly #tickMs: number;
  readonly #ledger = new Ledger<UnderWay>();
  readonly #coming = new Set<UnderWay>();
  #isTicking = false;

  constructor({ budgets, pace, tickMs = usualTickMs }: UploadOptions) {
    this.#budgets = budgets;
    this.#pace = pace;
    this.#tickMs = tickMs;
  }

  /**
   * Undefined if the user, or all users together, have too many uploads under way already. `user` is undefined for
   * callers exempt from shares, who must keep the pace nevertheless.
   */
  begin(user: string | undefined): Upload | undefined {
    const upload = new UnderWay(this);
    if (user === undefined) return upload;
    upload.entry = this.#ledger.open(user, upload);
    if (this.#hasRoom(upload.entry.account)) return upload;
    this.end(upload);
    return undefined;
  }

  expect(upload: UnderWay): void {
    this.#coming.add(upload);
    this.#tickSoon();
  }

  /** False where the user has no room for them. */
  grow({ entry }: UnderWay, bytes: number): boolean {
    if (entry === undefined) return true;
    this.#ledger.add(entry, bytes);
    return this.#hasRoom(entry.account);
  }

  complete(upload: UnderWay): void {
    this.#coming.delete(upload);
  }

  end(upload: UnderWay): void {
    this.#coming.delete(upload);
    if (upload.entry !== undefined) this.#ledger.close(upload.entry);
  }

  #hasRoom(account: Account<UnderWay>): boolean {
    return !exceeds(account, this.#budgets.perUser) && this.#makeRoom(account);
  }

  /** Cuts off an upload of the user who holds most. Returns false if that is the asking user. */
  #makeRoom(asking: Account<UnderWay>): boolean {
    const { total } = this.#budgets;
    while (exceeds(this.#ledger, total)) {
      const largest = this.#ledger.largest(total);
      const victim = largest === asking ? undefined : this.#oldestComing(largest);
      if (victim === undefined) return false;
      this.end(victim);
      victim.cut('crowded');
    }
    return true;
  }

  /** A complete upload is already being executed, and is not cut off. */
  #oldestComing(account: Account<UnderWay> | undefined): UnderWay | undefined {
    for (const { item } of account?.entries ?? []) if (this.#coming.has(item)) return item;
    return undefined;
  }

  #tickSoon(): void {
    if (this.#isTicking || this.#coming.size === 0) return;
    this.#isTicking = true;
    setTimeout(this.#tick, this.#tickMs).unref();
  }

  /** One tick follows the other, however late it is: an event loop that stood still makes no client slow. */
  readonly #tick = (): void => {
    this.#isTicking = false;
    for (const upload of [...this.#coming]) {
      if (!upload.isTooSlow(this.#pace)) continue;
      this.end(upload);
      upload.cut('slow');
    }
    this.#tickSoon();
  };
}

class UnderWay implements Upload {
  entry: LedgerEntry<UnderWay> | undefined;
  readonly #uploads: Uploads;
  #onCut: ((why: CutOff) => void) | undefined;
  #age = 0;
  #silence = 0;
  #bytes = 0;

  constructor(uploads: Uploads) {
    this.#uploads = uploads;
  }

  expect(onCut: (why: CutOff) => void): void {
    this.#onCut = onCut;
    this.#uploads.expect(this);
  }

  grow(bytes: number): boolean {
    this.#silence = 0;
    this.#bytes += bytes;
    return this.#uploads.grow(this, bytes);
  }

  complete(): void {
    this.#uploads.complete(this);
  }

  end(): void {
    this.#uploads.end(this);
  }

  cut(why: CutOff): void {
    this.#onCut?.(why);
  }

  /** To be asked once a second. */
  isTooSlow({ silenceSeconds, graceSeconds, leastBytesPerSecond }: Pace): boolean {
    this.#age += 1;
    this.#silence += 1;
    const leastBytes = (this.#age - graceSeconds) * leastBytesPerSecond;
    return this.#silence > silenceSeconds || this.#bytes < leastBytes;
  }
}
