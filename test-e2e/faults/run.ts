/** A whole run: the world, its clients and watchers, faults for a time, then peace, and what everybody has noted. */
import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '../support/eventually.ts';
import { seeded } from '../support/random.ts';
import type { Record } from './check/check.ts';
import { runClient } from './client.ts';
import { findDifference } from './compare-members.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { drawFaults } from './draw-faults.ts';
import { readHistory } from './etcd-history.ts';
import type { EtcdHistory } from './etcd-history.ts';
import { namespaceOf, openNotes, pathOf, roundMs } from './notes.ts';
import type { Notes } from './notes.ts';
import { runWatcher } from './watcher.ts';
import type { Following } from './watcher.ts';
import { startWorld } from './world.ts';
import type { World } from './world.ts';

export interface RunOptions {
  readonly seed: number;
  readonly lastingMs: number;
  /** In place of bin/keelson. */
  readonly program?: string;
  /** Of each replica; one by default. */
  readonly workers?: number;
}

export interface Ran {
  readonly record: Record;
  readonly requests: number;
  /** Whatever did not come to rest after the faults. */
  readonly unrest: readonly string[];
  /** Between the members of the store, which breaks all promises: what was seen over it cannot be judged. */
  readonly difference: string | undefined;
}

const clientCount = 32;
const watcherCount = 6;
const longestFaultMs = 10_000;

export async function run({ seed, lastingMs, program, workers }: RunOptions): Promise<Ran> {
  const world = await startWorld({ program, workers });
  const history = readHistory(world);
  const notes = openNotes();
  const [working, watching] = [new AbortController(), new AbortController()];
  const connection = openConnection();
  try {
    const rounds = openRounds(world, connection, working.signal);
    await rounds.opened;
    const watchers = Array.from({ length: watcherCount }, (_, first) =>
      runWatcher({ name: `watcher-${first}`, replicas: world.replicas, first, notes, signal: watching.signal }),
    );
    const clients = Array.from({ length: clientCount }, (_, index) =>
      runClient({
        ...{ name: `c${index}`, replicas: world.replicas, notes, signal: working.signal },
        ...{ random: seeded(seed * 1_000 + index + 1), round: rounds.current },
      }),
    );
    const longestMs = Math.min(longestFaultMs, lastingMs / 5);
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), lastingMs);
    const { faults, difference: early } = await drawFaults(
      { world, history, random: seeded(seed), longestMs },
      ending.signal,
    );
    clearTimeout(timer);
    await world.untilReady();
    await delay(1_000);
    working.abort();
    await Promise.all([...clients, rounds.ended]);
    const unrest = early === undefined ? await comeToRest(world, { connection, watchers, history }) : [];
    const difference = early ?? (await findDifference(world));
    watching.abort();
    await Promise.all(watchers.map(({ ended }) => ended));
    const requests = [...notes.counts.values()].reduce((sum, each) => sum + each, 0);
    const record = { ...notes, faults, history: history.stored };
    return { record, requests, unrest, difference };
  } finally {
    working.abort();
    watching.abort();
    connection.close();
    history.close();
    await world.close();
  }
}

/** A namespace after the other, each there before anybody works in it. */
function openRounds(world: World, connection: Connection, signal: AbortSignal) {
  let round = -1;
  const open = async (next: number): Promise<void> => {
    const body = { metadata: { name: namespaceOf(next) } };
    for (let at = 0; !signal.aborted; at += 1) {
      const replica = world.replicas[at % world.replicas.length];
      if (replica === undefined) return;
      const answered = await connection.ask(replica, { method: 'POST', path: '/api/v1/namespaces', body });
      if ('status' in answered && (answered.status === 201 || answered.status === 409)) {
        round = next;
        return;
      }
      await delay(50);
    }
  };
  const opened = open(0);
  const goOn = async (): Promise<void> => {
    await opened;
    for (let next = 1; !signal.aborted; next += 1) {
      await delay(roundMs, undefined, { signal }).catch(() => undefined);
      await open(next);
    }
  };
  return { current: () => round, opened, ended: goOn() };
}

interface Resting {
  readonly connection: Connection;
  readonly watchers: readonly Following[];
  readonly history: EtcdHistory;
}

/** After a last write, everybody has to come to know of it. */
async function comeToRest(world: World, { connection, watchers, history }: Resting): Promise<readonly string[]> {
  let last = 0;
  let count = 0;
  const write = async (): Promise<void> => {
    count += 1;
    const [replica] = world.replicas;
    if (replica === undefined) return;
    const metadata = { name: `end-${count}`, labels: { faults: 'yes' } };
    const body = { metadata, data: { tag: `end-${count}` } };
    const answered = await connection.ask(replica, { method: 'POST', path: pathOf('default'), body });
    if (!('status' in answered) || answered.status !== 201) throw new Error(JSON.stringify(answered));
    const { metadata: made } = JSON.parse(answered.body) as { readonly metadata: { readonly resourceVersion: string } };
    if (last === 0) last = Number(made.resourceVersion);
    if (history.revision() < last || watchers.some(({ through }) => through() < last)) throw new Error('behind');
  };
  const isAtRest = await eventually(write).then(
    () => true,
    () => false,
  );
  if (isAtRest) return [];
  const behind = watchers.filter(({ through }) => through() < last).length;
  return [`rest: ${behind} watchers have not come to ${last}, the history is at ${history.revision()}`];
}
