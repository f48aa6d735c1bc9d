/**
 * HTTP/2 by clients that are not ours: nghttp2's (nghttp, h2load), where they are on the PATH, and clients that break the
 * rules to cost the server more than they spend. What a flood costs is printed, and has a limit.
 */
import { execFile } from 'node:child_process';
import { connect } from 'node:tls';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { frameTypes, rawFrame, rawGet, rawPreface, rawSettings } from './support/http2-frames.ts';
import { processorSeconds, residentMebibytes } from './support/process-use.ts';
import { findProgram } from './support/programs.ts';
import { makeHome, token, type Home, type Started } from './support/serve.ts';

const run = promisify(execFile);
const authorization = `Bearer ${token}`;
const small = '/api/v1/namespaces/default';
const maps = `${small}/configmaps`;
const mapCount = 20;
const mapBytes = 50_000;

let home: Home;
let server: Started;
beforeAll(async () => {
  home = await makeHome();
  server = await home.start('--controllers=');
  for (let index = 0; index < mapCount; index += 1) {
    const body = { metadata: { name: `map-${String(index)}` }, data: { text: 'x'.repeat(mapBytes) } };
    expect((await server.ask(maps, { method: 'POST', body })).status).toBe(201);
  }
}, 120_000);
afterAll(() => home.remove(), 60_000);

const [nghttp, h2load] = ['nghttp', 'h2load'].map(findProgram);
const withClients = nghttp === undefined || h2load === undefined ? describe.skip : describe;

withClients('the clients of nghttp2 (skipped where nghttp and h2load, of nghttp2-client, are not on the PATH)', () => {
  const load = async (path: string, ...args: readonly string[]): Promise<string> => {
    const headers = ['--header', `authorization: ${authorization}`];
    const { stdout } = await run(h2load ?? '', [...args, ...headers, `${server.url}${path}`]);
    return stdout;
  };

  it.each([
    ['gets', small, 500],
    ['lists', maps, 20],
  ])('are answered all their %s, many at once', async (_, path, count) => {
    const said = await load(path, `--requests=${String(count)}`, '--clients=4', '--max-concurrent-streams=25');
    expect(said).toContain(`${String(count)} succeeded, 0 failed, 0 errored, 0 timeout`);
    expect(said).toContain(`status codes: ${String(count)} 2xx`);
  });

  it('are served a thousand requests over a connection, as many at once as the SETTINGS allow', async () => {
    const said = await load(small, '--requests=1000', '--clients=1', '--max-concurrent-streams=1000');
    expect(said).toContain('1000 succeeded, 0 failed, 0 errored, 0 timeout');
  });

  it('watch', async () => {
    const target = `${server.url}${maps}?watch=true&resourceVersion=0&timeoutSeconds=1`;
    const { stdout } = await run(nghttp ?? '', ['--header', `authorization: ${authorization}`, target], {
      maxBuffer: 64 * 1_024 * 1_024,
    });
    const events = stdout.split('\n').filter((line) => line !== '');
    expect(events.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(Array(mapCount).fill('ADDED'));
  });
});

interface Flood {
  readonly settings?: readonly (readonly [number, number])[];
  /** Sent for each of `count` odd stream ids. */
  readonly frames: (stream: number) => readonly Buffer[];
  readonly count: number;
  /** The server ends the connection. Else it stands, and is closed by the client after a while. */
  readonly isEnded: boolean;
}

const endHeaders = 0x4;
const endStream = 0x1;
const cancel = Buffer.of(0, 0, 0, 8);
const get = (stream: number, path: string): Buffer =>
  rawFrame({ type: frameTypes.headers, flags: endHeaders | endStream, stream }, rawGet(path, authorization));
const initialWindowSize = 0x4;

const floods: readonly (readonly [string, Flood])[] = [
  [
    'requests that are reset at once',
    {
      frames: (stream) => [get(stream, maps), rawFrame({ type: frameTypes.reset, stream }, cancel)],
      count: 20_000,
      isEnded: true,
    },
  ],
  [
    'CONTINUATION without an end',
    {
      frames: (stream) => [
        stream === 1
          ? rawFrame({ type: frameTypes.headers, stream }, rawGet(maps, authorization))
          : rawFrame({ type: frameTypes.continuation, stream: 1 }, Buffer.alloc(100)),
      ],
      count: 20_000,
      isEnded: true,
    },
  ],
  ['SETTINGS', { frames: () => [rawFrame({ type: frameTypes.settings })], count: 100_000, isEnded: true }],
  ['PING', { frames: () => [rawFrame({ type: frameTypes.ping }, Buffer.alloc(8))], count: 100_000, isEnded: true }],
  [
    'lists that are read with a window of one byte',
    { settings: [[initialWindowSize, 1]], frames: (stream) => [get(stream, maps)], count: 200, isEnded: false },
  ],
];

/** A flood that stands is over after this time. */
const standingMs = 1_500;

/** Resolves to the code of the GOAWAY, if one arrived, once the connection is closed. */
function send({ settings, frames, count, isEnded }: Flood): Promise<number | undefined> {
  const { hostname: host, port } = new URL(server.url);
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    const timer = isEnded ? undefined : setTimeout(() => socket.destroy(), standingMs);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => (received = Buffer.concat([received, bytes])));
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(goAwayIn(received));
    });
    socket.once('secureConnect', () => {
      const all = Array.from({ length: count }, (_, n) => frames(2 * n + 1)).flat();
      socket.write(Buffer.concat([rawPreface(settings), ...all]));
    });
  });
}

function goAwayIn(bytes: Buffer): number | undefined {
  const found = framesIn(bytes).find(({ type }) => type === frameTypes.goAway);
  return found !== undefined && found.at + 17 <= bytes.length ? bytes.readUInt32BE(found.at + 13) : undefined;
}

/** The last one may be incomplete. */
function framesIn(bytes: Buffer): readonly { readonly at: number; readonly type: number; readonly flags: number }[] {
  const found: { at: number; type: number; flags: number }[] = [];
  for (let at = 0; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) {
    found.push({ at, type: bytes[at + 3] ?? 0, flags: bytes[at + 4] ?? 0 });
  }
  return found;
}

const enhanceYourCalm = 11;
const mostCpuSeconds = 3;
const mostMegabytes = 150;

describe('a flood over HTTP/2', () => {
  it.each(floods)('of %s costs the server little, and is ended if it has no other use', async (name, flood) => {
    const { pid } = server.process;
    const [cpuBefore, before] = [await processorSeconds(pid), await residentMebibytes(pid)];
    const goAway = await send(flood);
    const cpu = (await processorSeconds(pid)) - cpuBefore;
    const after = await residentMebibytes(pid);
    const memory = `${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`;
    process.stdout.write(`flood of ${name}: ${cpu.toFixed(2)} s of CPU, ${memory}\n`);
    // A client that still sends when the server closes may lose the GOAWAY with its connection.
    expect([enhanceYourCalm, undefined]).toContain(goAway);
    expect(cpu).toBeLessThan(mostCpuSeconds);
    expect(after - before).toBeLessThan(mostMegabytes);
    expect((await server.ask('/livez')).status).toBe(200);
  });
});

describe('a watch over HTTP/2', () => {
  it('ends in its time for a client that takes its window back, and the server goes on', async () => {
    const { hostname: host, port } = new URL(server.url);
    const ended = new Promise<boolean>((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0);
      let isTakenBack = false;
      const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2'] });
      socket.on('error', reject);
      socket.on('close', () => resolve(false));
      socket.on('data', (bytes) => {
        received = Buffer.concat([received, bytes]);
        if (!isTakenBack && received.includes('"ADDED"')) {
          isTakenBack = true;
          socket.write(rawSettings([[initialWindowSize, 0]]));
        }
        if (!framesIn(received).some(({ type, flags }) => type === frameTypes.data && (flags & endStream) !== 0))
          return;
        resolve(true);
        socket.destroy();
      });
      const path = `${small}/serviceaccounts?watch=1&resourceVersion=0&timeoutSeconds=2`;
      socket.once('secureConnect', () => socket.write(Buffer.concat([rawPreface(), get(1, path)])));
    });
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'watched' } };
    expect((await server.ask(`${small}/serviceaccounts`, { method: 'POST', body: account })).status).toBe(201);
    expect(await ended).toBe(true);
    expect((await server.ask('/livez')).status).toBe(200);
  });
});
