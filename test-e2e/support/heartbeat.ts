/** Asks a server whether it lives, all the time, and tells for how long it was silent. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

import type { Started } from './serve.ts';

export interface Heartbeat {
  /**
   * The longest time without an answer. What the machine gave to others is taken away: time in which the main thread
   * of the server, or this process, could have run and had no processor.
   */
  stop(): Promise<number>;
}

const everyMs = 20;

export function listenTo({ url, process: { pid } }: Started): Heartbeat {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  const { hostname, port } = new URL(url);
  let isOver = false;
  let longestMs = 0;

  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path: '/livez', agent }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`/livez answers with ${String(response.statusCode)}`));
        });
      });
      sent.once('error', reject).end();
    });

  const beat = async (): Promise<void> => {
    const own = watchOwnTurns();
    while (!isOver) {
      const [beganMs, waitedMs, ownMs] = [performance.now(), waitedForProcessorMs(pid), own.delayedMs()];
      await ask();
      const notItsOwn = waitedForProcessorMs(pid) - waitedMs + own.delayedMs() - ownMs;
      longestMs = Math.max(longestMs, performance.now() - beganMs - notItsOwn);
      await delay(everyMs);
    }
    own.stop();
  };
  const beating = beat();
  return {
    stop: async () => {
      isOver = true;
      await beating;
      agent.destroy();
      return longestMs;
    },
  };
}

/** Of the main thread of a process: how long it could have run and had no processor. 0 where nobody counts it. */
function waitedForProcessorMs(pid: number | undefined): number {
  try {
    const [, waitedNs = '0'] = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/schedstat`, 'latin1').split(' ');
    return Number(waitedNs) / 1e6;
  } catch {
    return 0;
  }
}

const lookMs = 5;

/** The total delay of this process's own timers. */
function watchOwnTurns() {
  let lastMs = performance.now();
  let delayedMs = 0;
  const look = (): number => {
    const nowMs = performance.now();
    delayedMs += Math.max(0, nowMs - lastMs - 2 * lookMs);
    lastMs = nowMs;
    return delayedMs;
  };
  const looking = setInterval(look, lookMs);
  return { delayedMs: look, stop: () => clearInterval(looking) };
}
