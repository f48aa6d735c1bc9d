import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { makeAuthority, type Authority } from '../testing/authority.ts';
import { closeAfterEach } from '../testing/closings.ts';
import { serveNode } from '../testing/node-server.ts';
import { noServices, targetOf } from '../testing/posts.ts';
import { TargetPool, type Applicant } from './target-pool.ts';

let authority: Authority;
beforeAll(() => {
  authority = makeAuthority();
});
afterAll(() => authority.close());

const closings = closeAfterEach();

const nobody: Applicant = { onCarrier: () => undefined, onFailed: () => undefined };

async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe.each(['http/1.1', 'h2'] as const)(
  'a connection of %s whose request has ended before it was open',
  (version) => {
    it('is closed when nothing has used it for the idle time', async () => {
      const server = await serveNode({ leaf: authority.issue(), version });
      closings.push(() => server.close());
      let nowMs = 0;
      const options = { resolveService: noServices, now: () => nowMs, dialTimeoutMs: 5_000, idleMs: 1_000 };
      const pool = new TargetPool(targetOf(server.origin, { authorities: authority.pem }), options);
      closings.unshift(() => pool.close());
      pool.apply(nobody);
      // A server of HTTP/2 alone refuses the first handshake, and only requests that wait lead to another.
      if (version === 'http/1.1') pool.withdraw(nobody);
      await until(() => pool.connections === 1);
      nowMs = 500;
      pool.sweep();
      expect(pool.connections).toBe(1);
      nowMs = 1_000;
      pool.sweep();
      await until(() => pool.isEmpty);
      pool.close();
      server.close();
    });
  },
);
