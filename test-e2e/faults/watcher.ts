/** A watcher: one watch after the other, each from where the one before ended, at a replica until that one fails. */
import { request } from 'node:https';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import type { Seen } from './check/watches.ts';
import { headersOf, nameAnswer, openConnection } from './connection.ts';
import type { Notes } from './notes.ts';
import type { Replica } from './world.ts';

export interface WatcherParts {
  readonly name: string;
  readonly replicas: readonly Replica[];
  readonly first: number;
  readonly notes: Notes;
  readonly signal: AbortSignal;
}

export interface Following {
  /** The resource version that it has reached. */
  through(): number;
  readonly ended: Promise<void>;
}

const path = '/api/v1/configmaps?labelSelector=faults';
/** Connections that are dead and silent are left then. */
const quietMs = 20_000;

interface WatchEvent {
  readonly type: string;
  readonly object: {
    readonly metadata: { readonly namespace?: string; readonly name?: string; readonly resourceVersion: string };
    readonly data?: { readonly tag?: string };
    readonly code?: number;
    readonly message?: string;
  };
}

export function runWatcher({ name, replicas, first, notes, signal }: WatcherParts): Following {
  let at = first;
  let through = 0;
  const here = (): Replica => {
    const replica = replicas[at % replicas.length];
    if (replica === undefined) throw new Error('there is no replica');
    return replica;
  };

  const watchOnce = async (): Promise<string | undefined> => {
    const from = through;
    const events: Seen[] = [];
    const failure = await watch(here(), from, {
      signal,
      onEvent: ({ type, object: { metadata, data } }) => {
        through = Number(metadata.resourceVersion);
        if (type === 'BOOKMARK') return;
        const key = `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
        events.push({ type, key, revision: through, tag: data?.tag ?? '' });
      },
    });
    notes.sessions.push({ watcher: `${name} at ${here().name}`, from, events, through });
    return failure;
  };

  const follow = async (): Promise<void> => {
    for (;;) {
      const startMs = performance.now();
      const failure = through === 0 ? undefined : await watchOnce();
      if (signal.aborted) return;
      if (failure !== undefined) {
        notes.failures.push({ what: failure, startMs, endMs: performance.now() });
        at += 1;
        await delay(100);
      }
      if (through === 0 || failure?.startsWith('410') === true) through = await listOnce(here(), notes);
    }
  };
  return { through: () => through, ended: follow() };
}

/** 0 if that failed. */
async function listOnce(replica: Replica, notes: Notes): Promise<number> {
  const connection = openConnection();
  const startMs = performance.now();
  const answered = await connection.ask(replica, { method: 'GET', path: `${path}&limit=1` });
  connection.close();
  if ('status' in answered && answered.status === 200) {
    return Number(/"resourceVersion":"(\d+)"/.exec(answered.body)?.[1] ?? 0);
  }
  const what = 'failure' in answered ? answered.failure : nameAnswer(answered.status, answered.body);
  notes.failures.push({ what, startMs, endMs: performance.now() });
  await delay(100);
  return 0;
}

interface Watching {
  readonly signal: AbortSignal;
  readonly onEvent: (event: WatchEvent) => void;
}

/** Resolves when it ends: to nothing if as it should. */
function watch(replica: Replica, from: number, { signal, onEvent }: Watching): Promise<string | undefined> {
  const query = `&watch=1&allowWatchBookmarks=true&timeoutSeconds=15&resourceVersion=${from}`;
  return new Promise((resolve) => {
    const options = { headers: headersOf(), agent: false as const, rejectUnauthorized: false };
    const end = (failure?: string): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      sent.destroy();
      resolve(failure);
    };
    const stop = (): void => end();
    const quiet = (): void => end('no answer');
    const take = (line: string): void => {
      timer.refresh();
      const event = parse(line);
      if (event === undefined) return;
      if (event.type === 'ERROR') end(`${event.object.code ?? 0} ${event.object.message ?? ''}`);
      else onEvent(event);
    };
    const sent = request(`${replica.url}${path}${query}`, options, (response) => {
      if (response.statusCode !== 200) {
        response.setEncoding('utf8').on('data', (body: string) => end(nameAnswer(response.statusCode ?? 0, body)));
        return;
      }
      response.on('error', () => undefined);
      createInterface(response)
        .on('line', take)
        .on('error', () => undefined);
      response.on('close', () => setImmediate(() => end(response.complete ? undefined : 'cut off')));
    });
    const timer = setTimeout(quiet, quietMs);
    sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    sent.end();
    signal.addEventListener('abort', stop);
  });
}

/** Nothing for a line that was cut off. */
function parse(line: string): WatchEvent | undefined {
  try {
    return JSON.parse(line) as WatchEvent;
  } catch {
    return undefined;
  }
}
