/** Asks at fixed moments: a request that is answered late does not keep the next one from being sent. */
import { setTimeout as delay } from 'node:timers/promises';

import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Done, PacedJob } from './job.ts';
import { createLatencies } from './latencies.ts';
import { chooser, closed } from './run-requests.ts';

export async function runPaced(job: PacedJob): Promise<Done> {
  const { server, connections, durationMs, perSecond } = job;
  const idle = await Promise.all(Array.from({ length: connections }, () => openConnection(server.place)));
  const next = chooser(job);
  const latencies = createLatencies();
  const done = { count: 0, failed: 0, bytes: 0 };
  let failure: string | undefined;
  const askOne = async (): Promise<void> => {
    const sentMs = performance.now();
    let connection = idle.pop();
    while (connection?.isClosed() === true) connection = idle.pop();
    connection ??= await openConnection(server.place).catch(() => undefined);
    if (connection === undefined) {
      done.failed += 1;
      failure ??= 'no connection: the server ended a handshake';
      return;
    }
    const request = next();
    const { status, bytes } = await connection.ask(request).catch(closed);
    latencies.note((performance.now() - sentMs) * 1_000);
    done.bytes += bytes;
    if (status !== 0) idle.push(connection);
    if (status > 0 && status < 300) return;
    done.failed += 1;
    failure ??= `${status || 'no answer'} for ${request.toString('latin1').split('\r\n', 1)[0] ?? ''}`;
  };
  const cpu = process.cpuUsage();
  const began = performance.now();
  const asked: Promise<void>[] = [];
  for (let moment = 0; moment < durationMs; moment += 1_000 / perSecond) {
    const left = began + moment - performance.now();
    if (left > 0) await delay(left);
    done.count += 1;
    asked.push(askOne());
  }
  await Promise.all(asked);
  const elapsedMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  closeAll(idle);
  return {
    ...done,
    ...(failure !== undefined && { failure }),
    elapsedMs,
    latencies: latencies.counts,
    cpuMs: (user + system) / 1_000,
  };
}

function closeAll(connections: readonly Connection[]): void {
  for (const connection of connections) connection.close();
}
