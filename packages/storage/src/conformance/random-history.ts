/**
 * Random load on a few keys, written down as a history that can be checked. Reads
 * come in as functions, so that a cache in front of a store is loaded the same way.
 */
import type { Entry, WriteResult } from '../contract/storage.ts';
import { isStorageError } from '../contract/errors.ts';
import { bytesOf } from './bytes-of.ts';
import type { HistoricWrite, Operation, Token } from './linearizability.ts';

/** One way to the data: a store itself, or a replica. */
export interface Door {
  get(key: string): Promise<Entry | undefined>;
  create(key: string, value: Uint8Array): Promise<WriteResult>;
  update(key: string, value: Uint8Array, expectedRevision: number): Promise<WriteResult>;
  delete(key: string, expectedRevision: number): Promise<WriteResult>;
}

export interface LoadOptions {
  readonly doors: readonly Door[];
  readonly keys: readonly string[];
  readonly clients: number;
  /** Asked before each operation. */
  readonly goesOn: (operationsSoFar: number) => boolean;
  /** From 0 to 1. */
  readonly random: () => number;
  /** After an operation failed, so that an outage is no busy loop. */
  readonly pause: () => Promise<unknown>;
}

/** Runs until `goesOn` says no. Reads that fail saw nothing and are left out. */
export async function runLoad(options: LoadOptions): Promise<readonly Operation[]> {
  const history: Operation[] = [];
  const tokens = { last: 0 };
  const client = async (number: number): Promise<void> => {
    const door = options.doors[number % options.doors.length];
    const known = new Map<string, Entry | undefined>();
    while (door !== undefined && options.goesOn(history.length)) {
      const key = options.keys[Math.floor(options.random() * options.keys.length)] ?? '';
      const isDone = await act({ door, key, known, random: options.random, tokens, history });
      if (!isDone) await options.pause();
    }
  };
  await Promise.all(Array.from({ length: options.clients }, (_, number) => client(number)));
  return history;
}

interface Turn {
  readonly door: Door;
  readonly key: string;
  /** The states that this client believes the keys to have, right or not. */
  readonly known: Map<string, Entry | undefined>;
  readonly random: () => number;
  readonly tokens: { last: number };
  readonly history: Operation[];
}

const tokenOf = (entry: Entry | undefined): Token =>
  entry === undefined ? undefined : Number(bytesOf(entry.value).toString());

/** One operation; whether it was answered. */
async function act(turn: Turn): Promise<boolean> {
  const { key, known, random, history } = turn;
  const startedAt = performance.now();
  try {
    const action = random() < 0.5 ? await read(turn) : await write(turn);
    history.push({ key, action, startedAt, endedAt: performance.now() });
    return true;
  } catch (error) {
    known.delete(key);
    if (!isStorageError(error)) throw error;
    return false;
  }
}

async function read({ door, key, known }: Turn): Promise<Operation['action']> {
  const entry = await door.get(key);
  known.set(key, entry);
  return { kind: 'read', saw: tokenOf(entry) };
}

async function write(turn: Turn): Promise<HistoricWrite> {
  const { key, known, random, tokens } = turn;
  const before = known.get(key);
  const expected = tokenOf(before);
  const isDeletion = before !== undefined && random() < 0.3;
  const wrote = isDeletion ? undefined : (tokens.last += 1);
  try {
    const result = await send(turn, before, wrote);
    if (!result.ok) {
      known.set(key, result.current);
      return { kind: 'write', expected, wrote, outcome: { refusedBecauseOf: tokenOf(result.current) } };
    }
    if (wrote === undefined) known.delete(key);
    else known.set(key, { key, value: Buffer.from(String(wrote)), revision: result.revision });
    return { kind: 'write', expected, wrote, outcome: 'done' };
  } catch (error) {
    if (!isStorageError(error) || error.applied === 'no') throw error;
    known.delete(key);
    return { kind: 'write', expected, wrote, outcome: 'unknown' };
  }
}

function send({ door, key }: Turn, before: Entry | undefined, wrote: Token): Promise<WriteResult> {
  if (wrote === undefined) return door.delete(key, before?.revision ?? 0);
  const value = Buffer.from(String(wrote));
  return before === undefined ? door.create(key, value) : door.update(key, value, before.revision);
}
