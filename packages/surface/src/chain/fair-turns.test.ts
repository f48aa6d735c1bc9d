import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import { clientCosts, FlowControl } from '@keelson/flowcontrol';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import type { Turn } from '../exchange/turns.ts';
import { createFairTurns } from './fair-turns.ts';
import { closeChains, head, openRaw, serveChain, type ChainServed } from './testing/serve-chain.ts';

afterEach(closeChains);

const pods = '/api/v1/namespaces/a/pods';
/** With them a request is Node's, and not the quick lane's. */
const odd = ['X-Odd: a', 'X-Odd: b'];

function fairTurns() {
  const control = new FlowControl({
    seats: 1,
    requestTimeoutMs: 60_000,
    domain: 'k8s.io',
    metrics: createMetrics({ release: '1.24', logger: silentLogger }),
    countObjects: () => undefined,
  });
  const limited = { assuredConcurrencyShares: 1, limitResponse: { type: 'Reject' } };
  const rule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true };
  const paths = { verbs: ['*'], nonResourceURLs: ['*'] };
  const subjects = [{ kind: 'User', user: { name: '*' } }];
  const spec = {
    priorityLevelConfiguration: { name: 'narrow' },
    matchingPrecedence: 100,
    rules: [{ subjects, resourceRules: [rule], nonResourceRules: [paths] }],
  };
  control.configuration.apply(
    [{ name: 'narrow', uid: 'uid-of-narrow', spec: { type: 'Limited', limited } }],
    [{ name: 'all', uid: 'uid-of-all', spec }],
  );
  return { control, turns: createFairTurns(control) };
}

async function answerTo(served: ChainServed, text: string): Promise<string> {
  const client = openRaw(served);
  client.socket.write(text);
  await client.whenCame(/\r\n\r\n[^]/);
  client.socket.destroy();
  return client.came();
}

const uids = /\r\nX-Kubernetes-Pf-Flowschema-Uid: uid-of-all\r\nX-Kubernetes-Pf-Prioritylevel-Uid: uid-of-narrow\r\n/;

describe('a response', () => {
  it.each([
    ['in the quick lane', `GET ${pods}/x`, []],
    ['by way of Node', `GET ${pods}/x`, odd],
    ['of a page', 'GET /version', []],
    ['to a method that the resource does not have', `PUT ${pods}`, []],
    ['to a method that nobody knows', `BREW ${pods}`, []],
    ['to a page, by a method that nobody knows', 'BREW /version', []],
  ])('tells the uids of its flow schema and of its priority level, %s', async (_, line, headers) => {
    const served = await serveChain({ turns: fairTurns().turns });
    expect(await answerTo(served, head('alice', line, ...headers))).toMatch(uids);
  });

  it('tells them where the request is forbidden, and where it is refused', async () => {
    const { control, turns } = fairTurns();
    const served = await serveChain({ turns, authorize: () => ({ verdict: 'noOpinion', reason: 'no' }) });
    expect(await answerTo(served, head('alice', `GET ${pods}/x`))).toMatch(uids);
    const asked = {
      user: { name: 'bob', groups: [] },
      attributes: { kind: 'path', verb: 'get', path: '/' } as const,
      work: 'readOnly' as const,
      url: { path: '/', query: { first: () => undefined } },
    };
    const held: Turn | undefined = control.ask(asked, control.classify(asked));
    const refused = await answerTo(served, head('alice', `GET ${pods}/x`));
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused).toMatch(uids);
    expect(refused).toContain('\r\nX-Keelson-Flow: schema=all, level=narrow\r\n');
    held?.done();
    expect(await answerTo(served, head('alice', `GET ${pods}/x`))).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('tells the whole flow where that is asked for, and nowhere else', async () => {
    const served = await serveChain({ turns: fairTurns().turns });
    const asked = await answerTo(served, head('alice', `GET ${pods}/x`, 'X-Keelson-Flow: yes'));
    expect(asked).toContain('\r\nX-Keelson-Flow: schema=all, level=narrow, waited=0.000s, seats=1\r\n');
    expect(await answerTo(served, head('alice', `GET ${pods}/x`))).not.toContain('X-Keelson-Flow');
  });

  it.each([`${pods}/x/log`, `${pods}/x/proxy/a`, '/debug/pprof/heap'])(
    'has none of that where requests last as long as their clients like: %s',
    async (path) => {
      const served = await serveChain({ turns: fairTurns().turns });
      expect(await answerTo(served, head('alice', `GET ${path}`))).not.toMatch(/X-Kubernetes-Pf/);
    },
  );
});

describe('the account of a client', () => {
  it.each([
    ['in the quick lane', []],
    ['by way of Node', odd],
  ])('is charged with the bytes of its answers, %s', async (_, headers) => {
    const { control, turns } = fairTurns();
    const served = await serveChain({ turns });
    const body = (await answerTo(served, head('alice', `GET ${pods}/x`, ...headers))).split('\r\n\r\n')[1] ?? '';
    const cost = () => clientCosts(control).find(({ user }) => user === 'alice');
    while (cost() === undefined) await nextTurn();
    // An answer of Node's counts with its head.
    expect(cost()?.bytesOut).toBeGreaterThanOrEqual(body.length);
    expect(cost()?.bytesOut).toBeLessThanOrEqual(body.length + (headers.length > 0 ? 1_000 : 0));
  });
});

describe('pipelined requests', () => {
  it('take a turn each', async () => {
    const { control, turns } = fairTurns();
    const served = await serveChain({ turns });
    const client = openRaw(served);
    client.socket.write(head('alice', `GET ${pods}/x`).repeat(20));
    await client.whenCame(/(410 Gone[^]*){20}/);
    client.socket.destroy();
    expect(control.count('readOnly')).toBe(0);
    expect(served.steps.filter((step) => step.startsWith('turn'))).toHaveLength(20);
  });
});

describe('the time limit that a request asks for', () => {
  const waits = (): Turn => ({ waiting: new Promise(() => undefined), done: () => undefined });
  const turns = { classify: () => undefined, ask: waits, count: () => 0, peak: () => 0 };

  it('ends its wait', async () => {
    const { classify } = fairTurns().turns;
    const served = await serveChain({ turns: { ...turns, classify } });
    const answer = await answerTo(served, head('alice', `GET ${pods}/x?timeout=50ms`));
    expect(answer).toMatch(/504 Gateway Timeout/);
    // Of what was said inside nothing is left, and the type is what the bytes look like.
    expect(answer).toMatch(/\r\nAudit-Id: [^]*\r\nContent-Type: text\/plain; charset=utf-8\r\n/);
    expect(answer).not.toMatch(/x-kubernetes-pf/i);
    const message = 'Timeout: request did not complete within the allotted timeout';
    const failed = { metadata: {}, status: 'Failure', message, reason: 'Timeout', details: {}, code: 504 };
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual(failed);
  });

  it('is refused where it cannot be read', async () => {
    const served = await serveChain({ turns });
    const answer = await answerTo(served, head('alice', `GET ${pods}/x?timeout=soon`));
    expect(answer).toMatch(/400 Bad Request[^]*"invalid timeout specified in the request URL"/);
  });
});
