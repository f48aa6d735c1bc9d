/** No client may stop the others: whatever one sends, the server answers all others meanwhile. */
import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { listenTo } from './support/heartbeat.ts';
import { recordHello } from './support/hello.ts';
import { hostileInputs, prepareObjects } from './support/hostile-inputs.ts';
import { hostileTexts } from './support/hostile-texts.ts';
import { residentMebibytes } from './support/process-use.ts';
import { openRaw } from './support/raw.ts';
import { makeHome, token } from './support/serve.ts';
import type { Answer, Home, Started } from './support/serve.ts';

/** On a machine that is busy with other things. That the loop itself stands still for less is watched over besides. */
const mostSilenceMs = 2_000;

let home: Home;
let server: Started;
beforeAll(async () => {
  // The largest objects that are taken are decoded in one turn, and processors differ by half as much again.
  home = await makeHome({ KEELSON_TEST_STALL_MS: '700' });
  server = await home.start();
  await prepareObjects(server);
});
afterAll(() => home.remove());

/** Describes the fault of an answer; undefined if it has none. */
function faultOf({ status, headers, body }: Answer): string | undefined {
  if (status < 200 || status >= 500) return `${String(status)}: ${body.slice(0, 300)}`;
  if (status < 400 || headers['content-type']?.includes('json') !== true) return undefined;
  const { kind, message = '' } = JSON.parse(body) as { kind?: string; message?: string };
  return kind === 'Status' && message !== '' ? undefined : `${String(status)} is no Status: ${body.slice(0, 300)}`;
}

describe('a hostile input', () => {
  it.each([...hostileInputs, ...hostileTexts].map((input) => [input.name, input] as const))(
    'is answered, and so is everybody else meanwhile: %s',
    async (_, input) => {
      const heartbeat = listenTo(server);
      const answers = [await input.send(server)].flat();
      const silenceMs = await heartbeat.stop();
      expect(answers.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
      expect(silenceMs).toBeLessThan(mostSilenceMs);
    },
  );
});

describe('clients that ask for what is large and do not read it', () => {
  it('cost the server little, however it is laid out', async () => {
    const before = await residentMebibytes(server.process.pid);
    const heartbeat = listenTo(server);
    const path = '/apis/apps/v1/namespaces/default/controllerrevisions';
    const clients = [`${path}/deep?pretty=true`, `${path}?pretty=true`].flatMap((target) =>
      Array.from({ length: 8 }, () => {
        const client = openRaw(server.url, { reads: false });
        client.write(`GET ${target} HTTP/1.1\r\nHost: keelson\r\nAuthorization: Bearer ${token}\r\n\r\n`);
        return client;
      }),
    );
    let most = before;
    for (let look = 0; look < 20; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      most = Math.max(most, await residentMebibytes(server.process.pid));
    }
    for (const client of clients) client.close();
    expect(await heartbeat.stop()).toBeLessThan(mostSilenceMs);
    expect(most - before).toBeLessThan(150);
  });
});

describe('strangers who say hello together', () => {
  it('do not keep the server from answering others', async () => {
    const hello = await recordHello();
    const { hostname, port } = new URL(server.url);
    const strangers = Array.from({ length: 800 }, () => connect(Number(port), hostname).on('error', () => undefined));
    await Promise.all(strangers.map((stranger) => once(stranger, 'connect')));
    const answered = strangers.map((stranger) => once(stranger, 'data'));
    const heartbeat = listenTo(server);
    for (const stranger of strangers) stranger.write(hello);
    await Promise.all(answered);
    expect(await heartbeat.stop()).toBeLessThan(mostSilenceMs);
    for (const stranger of strangers) stranger.destroy();
  });
});
