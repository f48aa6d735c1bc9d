import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { callPatiently } from './call-patiently.ts';
import type { Callouts } from './contract.ts';
import { createCallouts } from './create-callouts.ts';
import { makeAuthority, type Authority } from './testing/authority.ts';
import { serveNode, type NodeServer } from './testing/node-server.ts';
import { noServices, post, targetOf } from './testing/posts.ts';

let authority: Authority;
let callouts: Callouts;
let server: NodeServer;
beforeAll(() => {
  authority = makeAuthority();
  callouts = createCallouts({ resolveService: noServices });
});
afterEach(() => server.close());
afterAll(() => {
  callouts.close();
  authority.close();
});

/** The status of each answer in turn, the last one for all after it. */
async function ask(answers: readonly (readonly [status: number, retryAfter?: string])[], timeoutMs = 10_000) {
  server = await serveNode({
    leaf: authority.issue(),
    version: 'http/1.1',
    answer: (_, response, count) => {
      const [status, retryAfter] = answers[Math.min(count, answers.length) - 1] ?? [200];
      response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end('{}');
    },
  });
  const target = targetOf(server.origin, { authorities: authority.pem });
  const answer = await callPatiently(callouts, target, post({ timeoutMs }));
  return [answer.ok ? answer.status : answer.message, server.received.length];
}

describe('a call that the target asks to make again', () => {
  it('is made again, with its body', async () => {
    expect(await ask([[429, '0'], [503, '0'], [500, '1'], [200]])).toEqual([200, 4]);
    expect(server.received.map(({ body }) => body)).toEqual(Array(4).fill('{"a":1}'));
  });

  it('is made ten times more at most', async () => {
    expect(await ask([[429, '0']])).toEqual([429, 11]);
  });

  it('ends with its time limit, which is that of all calls together', async () => {
    expect(await ask([[429, '100']], 200)).toEqual(['context deadline exceeded', 1]);
  });

  it('is made once for other answers', async () => {
    expect(await ask([[404, '0']])).toEqual([404, 1]);
    server.close();
    expect(await ask([[503]])).toEqual([503, 1]);
    server.close();
    expect(await ask([[503, 'Mon, 23 Nov 2026 00:00:00 GMT']])).toEqual([503, 1]);
  });
});
