/**
 * Reclaims space after a compaction, a little per commit so that writes are not delayed.
 * Continues after a crash.
 */
import type { Serializer } from './serializer.ts';
import { encodeRevision } from './record.ts';
import type { LogRow, State } from './record.ts';
import { commitTables, readHead, scanLog, writeState } from './tables.ts';
import type { Tables } from './tables.ts';

const revisionsPerCommit = 500;

export interface ReclaimOptions {
  readonly tables: Tables;
  readonly serialize: Serializer;
  readonly standing: { state: State };
}

/** Makes revisions below `revision` unreadable. Resolves when that is on disk. */
export async function forget({ tables, serialize, standing }: ReclaimOptions, revision: number): Promise<void> {
  await serialize(async () => {
    if (revision <= standing.state.compactedRevision) return;
    const after = { ...standing.state, compactedRevision: revision };
    await commitTables(tables, () => {
      writeState(tables, after);
    });
    standing.state = after;
  });
}

export interface Reclaiming {
  /** Starts reclaiming if there is anything to reclaim. */
  wake(): void;
  close(): Promise<void>;
}

/** Cost: one step per compacted revision, independent of the number of keys. */
export function startReclaiming(
  options: ReclaimOptions & { readonly onTrouble: (cause: unknown) => void },
): Reclaiming {
  let isClosing = false;
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    let isDone = false;
    while (!isDone && !isClosing) isDone = await options.serialize(() => reclaimSome(options));
  };
  const wake = (): void => {
    running = running.then(run).catch(options.onTrouble);
  };
  wake();
  return {
    wake,
    close: async () => {
      isClosing = true;
      await running;
    },
  };
}

async function reclaimSome({ tables, standing }: ReclaimOptions): Promise<boolean> {
  const { compactedRevision, reclaimedRevision } = standing.state;
  const last = Math.min(compactedRevision, reclaimedRevision + revisionsPerCommit);
  if (last <= reclaimedRevision) return true;
  const rows = [...scanLog(tables, reclaimedRevision + 1, last)];
  const after = { ...standing.state, reclaimedRevision: last };
  await commitTables(tables, () => {
    for (const row of rows) reclaimRow(tables, row);
    writeState(tables, after);
  });
  standing.state = after;
  return last === compactedRevision;
}

/** Removes the value that this change replaced, and all of a deletion. */
function reclaimRow(tables: Tables, row: LogRow & { readonly revision: number }): void {
  const { key, revision, isDeleted, earlierRevision } = row;
  tables.log.remove(encodeRevision(revision));
  if (earlierRevision !== 0) tables.values.remove(encodeRevision(earlierRevision));
  if (isDeleted && readHead(tables, key)?.revision === revision) tables.heads.remove(Buffer.from(key));
}
