import { createServer } from 'node:http2';
import type { Http2Server, ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import { messageField, numberField } from '../protobuf/fields.ts';
import { createUnaryClient } from './unary-client.ts';
import type { UnaryClient } from './unary-client.ts';

const statusPath = '/etcdserverpb.Maintenance/Status';
const status = Buffer.concat(messageField(1, numberField(1, 9)));
const soon = (ms = 60_000) => ({ deadline: Date.now() + ms });

interface Member {
  readonly unary: UnaryClient;
  readonly server: Http2Server;
  readonly sessions: ServerHttp2Session[];
  /** The requests that it got, in order. */
  readonly asked: string[];
  readonly admitted: string[];
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Answers each call with a header of cluster 9. */
async function startMember(admit: (clusterId: string) => Promise<void>): Promise<Member> {
  const server = createServer();
  const [asked, admitted]: [string[], string[]] = [[], []];
  const sessions: ServerHttp2Session[] = [];
  server.on('session', (session) => sessions.push(session));
  server.on('stream', (stream, { ':path': path = '', hasleader }) => {
    asked.push(hasleader === undefined ? `${path} without a leader` : path);
    stream.respond({ ':status': 200 }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.concat([Buffer.of(0, 0, 0, 0, status.length), status]));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const unary = createUnaryClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, undefined, {
    admit: (clusterId) => {
      admitted.push(clusterId.toString('hex'));
      return admit(clusterId.toString('hex'));
    },
  });
  closing.push(() => {
    unary.close();
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { unary, server, sessions, asked, admitted };
}

const identification = `${statusPath} without a leader`;

describe('the admission of a connection', () => {
  it('comes before its first call, and once', async () => {
    const { unary, asked, admitted } = await startMember(() => Promise.resolve());
    await Promise.all([unary.call('/a/One', [], soon()), unary.call('/a/Two', [], soon())]);
    await unary.call('/a/Three', [], soon());
    expect(asked).toEqual([identification, '/a/One', '/a/Two', '/a/Three']);
    expect(admitted).toEqual(['09']);
  });

  it('comes again with another connection, and when it was revoked', async () => {
    const { unary, asked, sessions } = await startMember(() => Promise.resolve());
    await unary.call('/a/One', [], soon());
    sessions[0]?.destroy();
    const again = async (): Promise<unknown> => unary.call('/a/Two', [], soon()).catch(again);
    await again();
    unary.revoke();
    await unary.call('/a/Three', [], soon());
    expect(asked.filter((path) => path !== '/a/Two' && path !== '/a/Three')).toEqual([
      identification,
      '/a/One',
      identification,
      identification,
    ]);
  });

  it('that is refused sends nothing, and the next call asks anew', async () => {
    let isRefused = true;
    const { unary, asked } = await startMember(() =>
      isRefused ? Promise.reject(new Error('another cluster')) : Promise.resolve(),
    );
    await expect(unary.call('/a/One', [], soon())).rejects.toMatchObject({
      code: 'transport',
      isUnsent: true,
      message: 'another cluster',
    });
    expect(await unary.identify(soon())).toEqual(Buffer.of(9));
    isRefused = false;
    await unary.call('/a/Two', [], soon());
    expect(asked).toEqual([identification, identification, identification, '/a/Two']);
  });

  it('that takes longer than a call has ends the call, and sends nothing of it', async () => {
    let admitNow = (): void => undefined;
    const { unary, asked } = await startMember(() => new Promise((resolve) => (admitNow = resolve)));
    await expect(unary.call('/a/One', [], soon(300))).rejects.toMatchObject({ isUnsent: true });
    const other = unary.call('/a/Two', [], soon());
    admitNow();
    await other;
    expect(asked).toEqual([identification, '/a/Two']);
  });

  it('that is revoked while it is under way admits nothing', async () => {
    let admitNow: (() => void) | undefined;
    const { unary, asked } = await startMember(() => new Promise((resolve) => (admitNow = resolve)));
    const call = expect(unary.call('/a/One', [], soon())).rejects.toMatchObject({ isUnsent: true });
    while (admitNow === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    unary.revoke();
    admitNow();
    await call;
    expect(asked).toEqual([identification]);
  });
});
