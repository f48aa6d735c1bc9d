/**
 * A store in front of a store whose writes keep the bitmaps of the ranges: a write that claims or releases items changes
 * their bits in its transaction, which compares the revisions of the bitmaps. Where the store has a bitmap, that decides
 * in place of the claims, which are written all the same, for the time when it is gone.
 *
 * Cost: writes that claim or release items of a range with a bitmap take turns in this process, and start again if
 * another process has changed it meanwhile. Without bitmaps, a look at the keys of companions.
 */
import type { ChangeOptions, Entry, Storage, WriteResult } from '@keelson/storage';

import { claimedItems, type ClaimedItem } from './claimed-items.ts';
import type { KeptBitmaps } from './kept-bitmaps.ts';
import { planBitmaps, refusalOf, type BitmapPlan } from './plan-bitmaps.ts';

/** Each lost round is a write of another process. */
const maxRounds = 200;

type Run<Options extends ChangeOptions> = (options: Options | undefined) => Promise<WriteResult>;

/** Promises what the inner store does. The bitmaps follow the watch of all keys. */
export function guardWrites(inner: Storage, kept: KeptBitmaps): Storage {
  const { prefix } = inner;
  let turn: Promise<unknown> = Promise.resolve();
  const write = async <Options extends ChangeOptions>(
    claim: string | undefined,
    options: Options | undefined,
    run: Run<Options>,
  ): Promise<WriteResult> => {
    const items = claimedItems(prefix, claim, options?.companions);
    if (items.length === 0) return run(options);
    await kept.whenLoaded();
    if (items.every((each) => kept.find(each) === undefined)) return run(options);
    const rounds = (): Promise<WriteResult> => writeInRounds(kept, items, { options, run });
    const done = turn.then(rounds, rounds);
    turn = done;
    return done;
  };
  return {
    ...inner,
    create: (key, value, options) => write(key, options, (changed) => inner.create(key, value, changed)),
    update: (key, value, revision, options) =>
      write(key, options, (changed) => inner.update(key, value, revision, changed)),
    delete: (key, revision, options) => write(undefined, options, (changed) => inner.delete(key, revision, changed)),
    watch: (folder, afterRevision, watcher, options) => {
      if (folder !== prefix) return inner.watch(folder, afterRevision, watcher, options);
      const following: typeof watcher = {
        onEvents: (events) => {
          for (const event of events) kept.see(event);
          return watcher.onEvents(events);
        },
        ...(watcher.onProgress && { onProgress: (revision: number) => watcher.onProgress?.(revision) }),
        onEnd: (error) => watcher.onEnd(error),
      };
      const watch = inner.watch(folder, afterRevision, following, options);
      kept.reload();
      return watch;
    },
  };
}

interface Writing<Options extends ChangeOptions> {
  readonly options: Options | undefined;
  readonly run: Run<Options>;
}

async function writeInRounds<Options extends ChangeOptions>(
  kept: KeptBitmaps,
  items: readonly ClaimedItem[],
  { options, run }: Writing<Options>,
): Promise<WriteResult> {
  const given = options?.companions ?? [];
  for (let round = 0; round < maxRounds; round += 1) {
    const plan = planBitmaps(kept, items, given);
    const result = await run({ ...options, companions: plan.companions } as Options);
    if (result.ok) {
      for (const { known, bitmap } of plan.changes) known.wrote(bitmap, result.revision);
      return result;
    }
    const found = result.accompanied?.slice(given.length) ?? [];
    if (!learnOthers(plan.changes, found, result.revision)) return refusalOf(result, plan, options?.companions);
  }
  throw new Error('too many others change the bitmaps of allocated items');
}

/** Takes in the bitmaps that others have changed; true if there are any. */
function learnOthers(changes: BitmapPlan['changes'], found: readonly (Entry | undefined)[], seenAt: number): boolean {
  let isLost = false;
  for (const [at, { known, expected }] of changes.entries()) {
    const { value, revision = 0 } = found[at] ?? {};
    if (revision === expected) continue;
    known.learn(value, { revision, seenAt });
    isLost = true;
  }
  return isLost;
}
