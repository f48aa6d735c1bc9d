/** Asks as fast as the answers come. */
import { openConnection } from './connection.ts';
import type { Connection, Ended, Place } from './connection.ts';
import type { Done, RequestsJob, Work } from './job.ts';
import { createLatencies } from './latencies.ts';
import { requestBytes, type RequestText } from './request.ts';
import { openStreams } from './streams.ts';
import { versionOf } from './version-of.ts';

/** A request, made new each time only where a number is in it. */
export type Make = () => Buffer;

export async function runRequests(job: RequestsJob): Promise<Done> {
  const { server, connections, durationMs = Infinity, count = Infinity } = job;
  const open = opener(server.place, job.streams);
  const opened: Connection[] = [];
  while (opened.length < connections) opened.push(await open());
  const watchers = await openWatchers(job);
  const next = chooser(job);
  const latencies = createLatencies();
  const done = { count: 0, failed: 0, bytes: 0 };
  let failure: string | undefined;
  const cpu = process.cpuUsage();
  const began = performance.now();
  const work = async (worker: number): Promise<void> => {
    while (done.count < count && performance.now() - began < durationMs) {
      done.count += 1;
      const request = next();
      const sent = performance.now();
      const { status, bytes } = (await opened[worker]?.ask(request).catch(closed)) ?? closed();
      latencies.note((performance.now() - sent) * 1_000);
      done.bytes += bytes;
      if (status === 0 || status >= 300) {
        done.failed += 1;
        failure ??= `${status || 'no answer'} for ${request.toString('latin1').split('\r\n', 1)[0] ?? ''}`;
      }
      if (status === 0) opened[worker] = await open();
    }
  };
  await Promise.all(opened.map((_, worker) => work(worker)));
  const elapsedMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of [...opened, ...watchers]) connection.close();
  return {
    ...done,
    ...(failure !== undefined && { failure }),
    elapsedMs,
    latencies: latencies.counts,
    cpuMs: (user + system) / 1_000,
  };
}

/** Returns what opens one connection after the other, or streams that are used as such. */
export function opener(place: Place, streams: number | undefined): () => Promise<Connection> {
  return streams === undefined ? () => openConnection(place) : openStreams(place, streams);
}

/** A request whose answer was cut off has failed, and the others go on. */
export function closed(): Ended {
  return { status: 0, bytes: 0 };
}

async function openWatchers({ server, besides }: RequestsJob): Promise<Connection[]> {
  if (besides === undefined) return [];
  const { watchers, listPath } = besides;
  const version = await versionOf(server, listPath);
  const request = requestBytes({ path: `${listPath}?watch=1&resourceVersion=${version}`, token: server.token });
  return Promise.all(
    Array.from({ length: watchers }, async () => {
      const connection = await openConnection(server.place);
      await connection.follow(request, () => undefined);
      return connection;
    }),
  );
}

type Chosen = Pick<RequestsJob, 'mix' | 'server' | 'from'> & { readonly user?: string };

/** By weight, always in the same order, so that rounds are alike. */
export function chooser({ mix, server, user, from = 0 }: Chosen): Make {
  const makers = mix.flatMap((work) => {
    const make = makerOf(work, { token: server.token, ...(user !== undefined && { user }) }, from);
    return Array.from({ length: work.weight ?? 1 }, () => make);
  });
  let turn = 0;
  return () => {
    turn += 1;
    const make = makers[turn % makers.length];
    if (make === undefined) throw new Error('there is nothing to do');
    return make();
  };
}

function makerOf(work: Work, as: Pick<RequestText, 'token' | 'user'>, from: number): Make {
  const { path, body, below, base = 0 } = work;
  if (!`${path}${body ?? ''}`.includes('{n}')) {
    const request = requestBytes({ ...work, ...as });
    return () => request;
  }
  let number = from;
  const next = (): number => {
    number += 1;
    return base + (below === undefined ? number : (number * 7_919) % below);
  };
  if (body === undefined) {
    // To make all of it each time would cost a quarter of the load.
    const parts = requestBytes({ ...work, ...as })
      .toString('latin1')
      .split('{n}');
    return keepEach(below, next, (at) => Buffer.from(parts.join(String(at)), 'latin1'));
  }
  return () => {
    const text = String(next());
    const fill = (template: string): string =>
      template.replaceAll('{n}', text).replace('{change}', `${from}-${number}`);
    return requestBytes({ ...work, ...as, path: fill(path), body: fill(body) });
  };
}

const mostKept = 20_000;

/** Where they come again, each is made once. */
function keepEach(below: number | undefined, next: () => number, make: (number: number) => Buffer): Make {
  if (below === undefined || below > mostKept) return () => make(next());
  const kept = new Map<number, Buffer>();
  return () => {
    const number = next();
    const known = kept.get(number);
    if (known !== undefined) return known;
    const made = make(number);
    kept.set(number, made);
    return made;
  };
}
