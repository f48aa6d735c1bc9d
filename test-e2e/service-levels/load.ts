/** Requests through the balancer: as many as are answered, or so many in each second whatever becomes of those before. */
import { request, type Agent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

import { Latencies } from './latencies.ts';
import { mixedRequest, type MixedRequest } from './mixed-requests.ts';

export interface LoadParts {
  readonly agent: Agent;
  readonly port: number;
}

export interface Told {
  /** From the moment at which a request was due, not at which it was sent. */
  readonly latencies: Readonly<Record<MixedRequest['what'], Latencies>>;
  readonly failures: string[];
  answered: number;
}

/** Since the last report. */
export interface Passed {
  readonly answered: number;
  /** Sent, or late, and not answered so far. */
  readonly due: number;
  readonly p99: number;
}

const stepMs = 5;
/** Some seconds of requests that are not answered: the machine does less than was measured, and what waits takes memory. */
const mostUnderWay = 20_000;

function newTold(): Told {
  return {
    latencies: { get: new Latencies(), list: new Latencies(), write: new Latencies() },
    failures: [],
    answered: 0,
  };
}

export class Load {
  readonly #parts: LoadParts;
  #count = 0;
  #passed = new Latencies();

  constructor(parts: LoadParts) {
    this.#parts = parts;
  }

  /** So many at a time, each as soon as one is answered. */
  async saturate(connections: number, lastingMs: number): Promise<Told> {
    const told = newTold();
    const endMs = performance.now() + lastingMs;
    const run = async (): Promise<void> => {
      while (performance.now() < endMs) await this.#ask(told, performance.now());
    };
    await Promise.all(Array.from({ length: connections }, run));
    return told;
  }

  /** Reports its progress at each whole interval. */
  async pace(
    perSecond: number,
    lastingMs: number,
    { everyMs, report }: { everyMs: number; report: (passed: Passed) => void },
  ): Promise<Told> {
    const told = newTold();
    const beganMs = performance.now();
    this.#passed = new Latencies();
    let reportMs = everyMs;
    const underWay = new Set<Promise<void>>();
    for (let sent = 0; ;) {
      const passedMs = Math.min(performance.now() - beganMs, lastingMs);
      for (; sent < (passedMs / 1_000) * perSecond; sent += 1) {
        const one = this.#ask(told, beganMs + (sent / perSecond) * 1_000);
        underWay.add(one);
        void one.finally(() => underWay.delete(one));
      }
      if (passedMs >= reportMs) {
        reportMs += everyMs;
        report({ answered: this.#passed.total, due: underWay.size, p99: this.#passed.percentile(0.99) });
        this.#passed = new Latencies();
      }
      if (passedMs === lastingMs) break;
      if (underWay.size > mostUnderWay) throw new Error(`${String(underWay.size)} requests are due and not answered`);
      await delay(stepMs);
    }
    await Promise.all(underWay);
    return told;
  }

  async #ask(told: Told, dueMs: number): Promise<void> {
    const asked = mixedRequest(this.#count);
    this.#count += 1;
    const status = await send(this.#parts, asked).catch((error: unknown) => String(error));
    told.answered += 1;
    const tookMs = performance.now() - dueMs;
    told.latencies[asked.what].add(tookMs);
    this.#passed.add(tookMs);
    if (typeof status === 'string' || status >= 400) {
      told.failures.push(`${asked.method} ${asked.path}: ${String(status)}`);
    }
  }
}

/** Resolves to the status once the answer has been read to its end. */
export function send(
  { agent, port }: LoadParts,
  { method, path, body }: Pick<MixedRequest, 'method' | 'path' | 'body'>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
    const sent = request({ host: 'localhost', port, path, method, agent, headers }, (response) => {
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
