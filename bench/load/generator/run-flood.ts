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
  const counts: Answers = { answered: 0, refused: 0, bytes: 0 };
  const flood = createFlood(job, counts);
  const { connections, durationMs } = job;
  for (let at = 0; at < connections; at += openedAtOnce) {
    const some = Math.min(openedAtOnce, connections - at);
    await Promise.all(Array.from({ length: some }, (_, number) => flood.open(at + number)));
  }
  const cpu = process.cpuUsage();
  const began = performance.now();
  flood.begin();
  onBegun();
  await delay(durationMs);
  flood.end();
  const elapsedMs = performance.now() - began;
  const used = process.cpuUsage(cpu);
  return {
    count: counts.answered,
    failed: counts.refused,
    bytes: counts.bytes,
    elapsedMs,
    latencies: createLatencies().counts,
    cpuMs: (used.user + used.system) / 1_000,
  };
}

interface Flood {
  /** A connection on which little is asked before the flood: servers close those on which nothing ever is. */
  open(number: number): Promise<void>;
  begin(): void;
  end(): void;
}

function createFlood({ server, user, paths, pipelined, hasSlowReaders }: FloodJob, counts: Answers): Flood {
  const greeting = requestBytes({ path: '/version', token: server.token, user });
  const requests = paths.map((path) => requestBytes({ path, token: server.token, user }));
  const sockets = new Map<TLSSocket, number>();
  let state: 'before' | 'flooding' | 'over' = 'before';

  const ask = (socket: TLSSocket, number: number): void => {
    const request = requests[number % requests.length] ?? greeting;
    const send = (): void => {
      if (state === 'flooding') socket.write(request);
    };
    socket.removeAllListeners('data').on(
      'data',
      createAnswerCounter(counts, () => setImmediate(send)),
    );
    for (let sent = 0; sent < pipelined; sent += 1) send();
    if (hasSlowReaders && number % 2 === 0) readSlowly(socket);
  };

  const open = (number: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ ...server.place, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
      sockets.set(socket, number);
      // A server may close connections: clients of this kind open others.
      socket.on('error', () => undefined);
      socket.once('close', () => {
        resolve();
        sockets.delete(socket);
        if (state !== 'over') void delay(slowEveryMs).then(() => open(number));
      });
      socket.once('secureConnect', () => {
        if (state === 'flooding') return ask(socket, number);
        socket.once('data', () => resolve());
        socket.write(greeting);
      });
    });

  return {
    open,
    begin: () => {
      state = 'flooding';
      for (const [socket, number] of sockets) if (!socket.connecting) ask(socket, number);
    },
    end: () => {
      state = 'over';
      for (const socket of sockets.keys()) socket.destroy();
    },
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
