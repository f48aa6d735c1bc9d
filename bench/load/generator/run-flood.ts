/** One tenant who asks for all that it can get. Counts what came of it; nothing of this is a failure. */
import { connect, type TLSSocket } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';

import { createAnswerCounter, type Answers } from './count-answers.ts';
import type { Done, FloodJob } from './job.ts';
import { createLatencies } from './latencies.ts';
import { requestBytes } from './request.ts';

/** A thousand handshakes at once are too many for some servers. */
const openedAtOnce = 50;
const slowEveryMs = 200;

export async function runFlood(job: FloodJob, onBegun: () => void): Promise<Done> {
  const { server, user, connections, durationMs, paths } = job;
  const counts: Answers = { answered: 0, refused: 0, bytes: 0 };
  const requests = paths.map((path) => requestBytes({ path, token: server.token, user }));
  const sockets = new Set<TLSSocket>();
  let isOver = false;
  const open = async (number: number): Promise<void> => {
    const socket = connect({ ...server.place, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
    sockets.add(socket);
    // The server may refuse connections: a client of this kind opens others.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      if (!isOver) void delay(slowEveryMs).then(() => open(number));
    });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('secureConnect', () => resolve(true)).once('close', () => resolve(false));
    });
    if (isOpen && !isOver) ask(socket, number);
  };
  const ask = (socket: TLSSocket, number: number): void => {
    const request = requests[number % requests.length] ?? Buffer.alloc(0);
    const send = (): void => {
      if (!isOver) socket.write(request);
    };
    socket.on(
      'data',
      createAnswerCounter(counts, () => setImmediate(send)),
    );
    for (let sent = 0; sent < job.pipelined; sent += 1) send();
    if (job.hasSlowReaders && number % 2 === 0) readSlowly(socket);
  };
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (let at = 0; at < connections; at += openedAtOnce) {
    await Promise.all(
      Array.from({ length: Math.min(openedAtOnce, connections - at) }, (_, number) => open(at + number)),
    );
  }
  onBegun();
  await delay(durationMs);
  isOver = true;
  const elapsedMs = performance.now() - began;
  const used = process.cpuUsage(cpu);
  for (const socket of sockets) socket.destroy();
  return {
    count: counts.answered,
    failed: counts.refused,
    bytes: counts.bytes,
    elapsedMs,
    latencies: createLatencies().counts,
    cpuMs: (used.user + used.system) / 1_000,
  };
}

function readSlowly(socket: TLSSocket): void {
  const timer = setInterval(() => {
    socket.resume();
    setImmediate(() => socket.pause());
  }, slowEveryMs);
  socket.pause();
  socket.once('close', () => clearInterval(timer));
}
