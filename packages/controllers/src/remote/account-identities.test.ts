import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, it } from '@jest/globals';
import { createCallouts } from '@keelson/callouts';

import { openMovableClock } from '../testing/movable-clock.ts';
import { createAccountIdentities } from './account-identities.ts';
import { requestRemote } from '../remote-api/remote-api.ts';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0).reverse()) close();
});

const startMs = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;

/** A server that issues tokens of an hour to accounts that are there, and answers requests with the newest of them. */
async function openIssuer() {
  const clock = openMovableClock(startMs);
  const state = { accounts: new Set<string>(), issued: 0, isRefusing: false, asked: [] as string[] };
  const answer = (line: string, authorization: string): { code: number; body: object } => {
    const [, account = ''] = /serviceaccounts\/([^/]+)\/token$/u.exec(line) ?? [];
    if (account !== '') {
      if (state.isRefusing) return { code: 503, body: {} };
      if (!state.accounts.has(account)) return { code: 404, body: {} };
      state.issued += 1;
      const expirationTimestamp = new Date(clock.wallMs() + 60 * minuteMs).toISOString();
      return { code: 201, body: { status: { token: `${account}-${state.issued}`, expirationTimestamp } } };
    }
    if (line === 'POST /api/v1/namespaces/kube-system/serviceaccounts') {
      state.accounts.add('a-controller');
      return { code: 201, body: {} };
    }
    return { code: authorization === `Bearer a-controller-${state.issued}` ? 200 : 401, body: {} };
  };
  const server = createServer((request, response) => {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    const authorization = request.headers.authorization ?? 'nobody';
    state.asked.push(`${line} ${authorization}`);
    const { code, body } = answer(line, authorization);
    request.resume().on('end', () => response.writeHead(code).end(JSON.stringify(body)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const callouts = createCallouts({ resolveService: () => ({ ok: false, message: 'there are none' }) });
  closings.push(
    () => server.close(),
    () => callouts.close(),
  );
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const remote = {
    callouts,
    target: { name: 'tested', address: { kind: 'url' as const, origin } },
    userAgent: 'tested',
  };
  const identityOf = createAccountIdentities({ server: remote, clock });
  const identity = identityOf('system:serviceaccount:kube-system:a-controller');
  const ask = () => requestRemote({ ...remote, identity }, { method: 'GET', path: '/api' });
  return { ask, clock, identityOf, state };
}

it('makes the account that is not there, and asks for one token for all requests', async () => {
  const { ask, state } = await openIssuer();
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
  const accounts = '/api/v1/namespaces/kube-system/serviceaccounts';
  expect(state.asked).toEqual([
    `POST ${accounts}/a-controller/token nobody`,
    `POST ${accounts} nobody`,
    `POST ${accounts}/a-controller/token nobody`,
    ...Array.from({ length: 3 }, () => 'GET /api Bearer a-controller-1'),
  ]);
});

it('renews a token after four fifths of its life', async () => {
  const { ask, clock, state } = await openIssuer();
  await ask();
  clock.pass(47 * minuteMs);
  await ask();
  expect(state.issued).toBe(1);
  clock.pass(2 * minuteMs);
  expect((await ask()).ok).toBe(true);
  expect(state.issued).toBe(2);
});

it('uses a token to its end where no new one is issued, and not beyond', async () => {
  const { ask, clock, state } = await openIssuer();
  await ask();
  state.isRefusing = true;
  clock.pass(59 * minuteMs);
  expect((await ask()).ok).toBe(true);
  clock.pass(2 * minuteMs);
  expect(await ask()).toMatchObject({ ok: false, status: { code: 503 } });
  expect(state.asked.at(-1)).toMatch(/token nobody$/u);
});

it('asks for another token where the server refuses this one, and sends the request once more', async () => {
  const { ask, state } = await openIssuer();
  await ask();
  state.issued = 5;
  expect((await ask()).ok).toBe(true);
  expect(state.issued).toBe(6);
});

it('has no identity for users that are no accounts of controllers', async () => {
  const { identityOf } = await openIssuer();
  expect(identityOf('system:kube-controller-manager')).toBeUndefined();
  expect(identityOf('system:serviceaccount:default:a-controller')).toBeUndefined();
});
