/**
 * The write path (group commit): writes that arrive during a commit share the next one.
 * A write resolves after its batch is on disk, and so does a refusal, since what it shows
 * may be of the same batch.
 */
import { closedError } from '../contract/errors.ts';
import type { StorageEvent, WriteResult } from '../contract/storage.ts';
import { commitError } from './commit-error.ts';
import { decide } from './decide.ts';
import type { WriteOperation, Plan } from './decide.ts';
import type { Serializer } from './serializer.ts';
import { damageIn } from './data-file/damage.ts';
import { encodeExpiry, encodeHead, encodeLogRow, encodeRevision } from './record.ts';
import type { State } from './record.ts';
import { commitTables, readHead, readState, readStoredValue, writeState } from './tables.ts';
import type { Tables } from './tables.ts';

/** Limits of a batch, so that a commit stays short and in memory. */
const batchOperations = 1_000;
const batchBytes = 8_000_000;

export interface WriterOptions {
  readonly tables: Tables;
  readonly serialize: Serializer;
  readonly path: string;
  readonly standing: { state: State };
  readonly onCommitted: (events: readonly StorageEvent[], from: number, to: number) => void;
}

export interface GroupCommitter {
  /** Resolves when the outcome is on disk. Concurrent operations are in no particular order. */
  submit(operation: WriteOperation): Promise<WriteResult>;
  /** Rejects later operations and waits for the earlier ones. */
  close(): Promise<void>;
}

interface Waiting {
  readonly operation: WriteOperation;
  readonly resolve: (result: WriteResult) => void;
  readonly reject: (error: unknown) => void;
}

export function createGroupCommitter(options: WriterOptions): GroupCommitter {
  const { serialize } = options;
  // Bounded by the requests in progress, each of which waits for its result.
  let queue: Waiting[] = [];
  let drained: Promise<void> | undefined;
  let isClosed = false;

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      await serialize(async () => {
        const size = batchSize(queue);
        const batch = queue.slice(0, size);
        queue = queue.slice(size);
        await settleBatch(options, batch);
      });
    }
    drained = undefined;
  };

  return {
    submit: (operation) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(closedError());
          return;
        }
        queue.push({ operation, resolve, reject });
        drained ??= Promise.resolve().then(drain);
      }),
    close: async () => {
      isClosed = true;
      await drained;
    },
  };
}

function batchSize(queue: readonly Waiting[]): number {
  let bytes = 0;
  for (const [index, { operation }] of queue.entries()) {
    bytes += operation.value?.byteLength ?? 0;
    if (index >= batchOperations || (bytes > batchBytes && index > 0)) return index;
  }
  return queue.length;
}

async function settleBatch(options: WriterOptions, batch: readonly Waiting[]): Promise<void> {
  try {
    const plan = await commitBatch(
      options,
      batch.map(({ operation }) => operation),
    );
    for (const [index, result] of plan.results.entries()) batch[index]?.resolve(result);
  } catch (error) {
    // An unreadable row fails its own write only; nothing has been written yet.
    if (error instanceof UndecidedError && batch.length > 1)
      for (const each of batch) await settleBatch(options, [each]);
    else for (const { reject } of batch) reject(error instanceof UndecidedError ? error.cause : error);
  }
}

/** A write could not be decided, because the current row is unreadable. */
class UndecidedError extends Error {}

function decideOrThrow({ tables, path }: WriterOptions, before: State, operations: readonly WriteOperation[]): Plan {
  const present = {
    revision: before.revision,
    head: (key: string) => readHead(tables, key),
    value: (revision: number) => readStoredValue(tables, revision),
  };
  try {
    return decide(present, operations);
  } catch (cause) {
    tables.root.resetReadTxn();
    throw new UndecidedError('a write could not be decided', { cause: damageIn(path, cause) ?? cause });
  }
}

async function commitBatch(options: WriterOptions, operations: readonly WriteOperation[]): Promise<Plan> {
  const { tables, standing } = options;
  const before = standing.state;
  const plan = decideOrThrow(options, before, operations);
  if (plan.changes.length === 0) return plan;
  const after: State = { ...before, revision: plan.revision };
  try {
    await commitTables(tables, () => {
      writePlan(tables, plan);
      writeState(tables, after);
    });
  } catch (cause) {
    standing.state = readState(tables);
    throw await commitError(options.path, cause, standing.state.revision === before.revision);
  }
  standing.state = after;
  options.onCommitted(
    plan.changes.map(({ event }) => event),
    before.revision,
    after.revision,
  );
  return plan;
}

function writePlan(tables: Tables, plan: Plan): void {
  for (const { event, earlierRevision, expiresAtMs } of plan.changes) {
    const { key, revision, value } = event;
    const isDeleted = value === undefined;
    tables.heads.put(Buffer.from(key), encodeHead({ revision, isDeleted }));
    tables.log.put(encodeRevision(revision), encodeLogRow({ key, isDeleted, earlierRevision }));
    if (!isDeleted) tables.values.put(encodeRevision(revision), value as Buffer);
    if (expiresAtMs !== undefined) tables.expiries.put(encodeExpiry(expiresAtMs, revision), Buffer.from(key));
  }
}
