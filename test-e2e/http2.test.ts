/** Clients that choose HTTP/2: all that they do goes over one connection. */
import { once } from 'node:events';
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { makeHome, token, type Home, type Started } from './support/serve.ts';

const run = promisify(execFile);
const authorization = `Bearer ${token}`;
const maps = '/api/v1/namespaces/default/configmaps';

let home: Home;
let server: Started;
let session: ClientHttp2Session;

beforeAll(async () => {
  home = await makeHome();
  server = await home.start('--controllers=');
  session = open();
}, 120_000);
afterAll(async () => {
  session.destroy();
  await home.remove();
}, 60_000);

function open(): ClientHttp2Session {
  const opened = connect(server.url, { rejectUnauthorized: false });
  opened.on('error', () => undefined);
  return opened;
}

function ask(method: string, path: string, body?: object): ClientHttp2Stream {
  const stream = session.request({
    ':method': method,
    ':path': path,
    authorization,
    'content-type': 'application/json',
  });
  return stream.end(body && JSON.stringify(body));
}

async function answerTo(stream: ClientHttp2Stream) {
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return { status: headers[':status'], headers, body: String(Buffer.concat(pieces)) };
}

const configMap = (name: string) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, data: { a: 'b' } });

it('answers reads and writes with what HTTP/1.1 answers', async () => {
  expect((await answerTo(ask('POST', maps, configMap('first')))).status).toBe(201);
  for (const path of [`${maps}/first`, maps, '/api/v1', '/version', '/openapi/v3', '/apis/batch/v1/nope', '/nope']) {
    const [one, other] = [await server.ask(path), await answerTo(ask('GET', path))];
    expect([path, other.status, other.body]).toEqual([path, one.status, one.body]);
  }
});

it('carries a hundred watches and the requests beside them over one connection', async () => {
  const watches = Array.from({ length: 100 }, () => ask('GET', `${maps}?watch=true&resourceVersion=0`));
  const waiting = watches.map(async (watch) => {
    let text = '';
    for await (const piece of watch) {
      text += String(piece);
      if (text.includes('"name":"second"')) break;
    }
    return text;
  });
  await Promise.all(watches.map((watch) => once(watch, 'response')));
  expect((await answerTo(ask('POST', maps, configMap('second')))).status).toBe(201);
  const seen = await Promise.all(waiting);
  expect(seen.filter((text) => text.includes('"name":"first"'))).toHaveLength(100);
}, 60_000);

it('takes bodies that come in pieces, and refuses those that are too large', async () => {
  const large = { ...configMap('large'), data: { a: 'x'.repeat(900_000) } };
  expect((await answerTo(ask('POST', maps, large))).status).toBe(201);
  const tooLarge = ask('POST', maps, { ...configMap('huge'), data: { a: 'x'.repeat(4_000_000) } });
  tooLarge.on('error', () => undefined);
  expect((await answerTo(tooLarge)).status).toBe(413);
  // Node's client may wait for ever to write the rest of a request whose stream was reset without an error.
  tooLarge.destroy();
  expect((await answerTo(ask('GET', `${maps}/large?limit=1`))).body.length).toBeGreaterThan(900_000);
}, 60_000);

it('answers all pages of discovery that are asked for together, and its loop does not stand still', async () => {
  const { body } = await answerTo(ask('GET', '/apis'));
  const { groups } = JSON.parse(body) as { groups: { versions: { groupVersion: string }[] }[] };
  const paths = groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => `/apis/${groupVersion}`));
  const answers = await Promise.all(paths.map((path) => answerTo(ask('GET', path))));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
}, 60_000);

it('is spoken by curl', async () => {
  const version = await run('curl', ['--version']).catch(() => ({ stdout: '' }));
  // A curl without it has nothing to say.
  if (!version.stdout.includes('HTTP2')) return;
  const { stdout } = await run('curl', ['-sk', '--http2', '-w', ' %{http_version}', `${server.url}/livez`]);
  expect(stdout).toBe('ok 2');
});

it('ends its watches and its connections when the server stops', async () => {
  const watch = ask('GET', `${maps}?watch=true`);
  await once(watch, 'response');
  const closed = once(session, 'close');
  server.process.kill('SIGTERM');
  await once(watch.resume(), 'end');
  await closed;
  expect(await server.ended).toBe(0);
}, 60_000);
