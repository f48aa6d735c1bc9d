/** Informers as client-go has them: a list from the watch cache, then a watch; whoever is refused comes again later. */
import { setTimeout as delay } from 'node:timers/promises';

import type { Connection } from './connection.ts';
import type { Done, InformersJob } from './job.ts';
import { createLatencies } from './latencies.ts';
import { requestBytes } from './request.ts';
import { opener } from './run-requests.ts';
import { versionOf } from './version-of.ts';

/** An informer that does not watch after this has failed. */
const patienceMs = 60_000;
/** The server says how many seconds; it is always one where lists are many. */
const retryAfterMs = 1_000;
const tooManyRequests = 429;
const noRequests = { list: Buffer.alloc(0), watch: Buffer.alloc(0) };

export async function runInformers(job: InformersJob): Promise<Done> {
  const { server, informers, users, listPath } = job;
  const version = await versionOf(server, listPath);
  const requests = Array.from({ length: users }, (_, number) => {
    const as = { token: server.token, user: `bench-informer-${number}` };
    const path = `${listPath}?watch=1&resourceVersion=${version}`;
    return {
      list: requestBytes({ ...as, path: `${listPath}?resourceVersion=0` }),
      watch: requestBytes({ ...as, path }),
    };
  });
  const latencies = createLatencies();
  const watching: Connection[] = [];
  const counts = { bytes: 0, refused: 0 };
  let failure: string | undefined;
  const open = opener(server.place, job.streams);
  /** Returns the status that ended it: that of the watch, or of what was refused before. */
  const attempt = async (connection: Connection, number: number): Promise<number> => {
    const { list, watch } = requests[number % users] ?? noRequests;
    const listed = await connection.ask(list);
    counts.bytes += listed.bytes;
    return listed.status === 200 ? connection.follow(watch, () => undefined) : listed.status;
  };
  const cpu = process.cpuUsage();
  const began = performance.now();
  const run = async (_: unknown, number: number): Promise<void> => {
    let connection: Connection | undefined;
    while (performance.now() - began < patienceMs) {
      try {
        connection ??= await open();
        const status = await attempt(connection, number);
        if (status === 200) {
          latencies.note((performance.now() - began) * 1_000);
          watching.push(connection);
          return;
        }
        if (status !== tooManyRequests) failure ??= String(status);
        counts.refused += 1;
      } catch (error) {
        failure ??= String(error);
        connection = undefined;
      }
      await delay(retryAfterMs * (1 + Math.random()));
    }
  };
  await Promise.all(Array.from({ length: informers }, run));
  const elapsedMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of watching) connection.close();
  return {
    ...counts,
    count: latencies.count,
    failed: informers - latencies.count,
    ...(failure !== undefined && { failure }),
    elapsedMs,
    latencies: latencies.counts,
    cpuMs: (user + system) / 1_000,
  };
}
