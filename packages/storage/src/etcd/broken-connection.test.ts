/** A write is made once, at whichever point of a connection it breaks, and however. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  answerCall,
  frameFlag,
  frameType,
  messageField,
  numberField,
  startScriptedPeer,
} from '@keelson/etcd-client/testing';
import type { Peer, PeerScript } from '@keelson/etcd-client/testing';
import { silentLogger } from '@keelson/telemetry';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { makeCertificates } from '../conformance/certificates.ts';
import type { Certificates } from '../conformance/certificates.ts';
import type { WriteResult } from '../contract/storage.ts';
import { isStorageError } from '../contract/errors.ts';
import { createGate } from './call.ts';
import { createEndpoints } from './endpoints.ts';
import { createStoreHistory } from './store-history.ts';
import { write } from './writes.ts';

const done = Buffer.concat([...messageField(1, numberField(3, 7)), ...numberField(2, 1)]);
const identity = Buffer.concat(messageField(1, numberField(1, 9)));
const transaction = { key: '/registry/a', value: Buffer.from('1'), expectedRevision: 0 };

type How = 'close' | 'reset' | 'alert';
type Point =
  'accepting' | 'the handshake' | 'its settings' | 'the identification' | 'the request' | 'half of an answer';

/** The first request of each connection, which asks for the id of the cluster, is on the first stream. */
const identifying = 1;

/** Breaks the first connection at that point; serves the others. Counts the writes that came whole. */
function scriptOf(point: Point, how: How): { script: PeerScript; seen: () => number } {
  let seen = 0;
  const breakAt = (peer: Peer, here: Point): boolean => {
    if (peer.number > 1 || here !== point) return false;
    peer[how]();
    return true;
  };
  const script: PeerScript = {
    onAccept: (peer) => void breakAt(peer, 'accepting'),
    onConnect: (peer) => {
      if (breakAt(peer, 'the handshake')) return;
      peer.send(frameType.settings);
      breakAt(peer, 'its settings');
    },
    onFrame: (peer, { type, flags, stream }) => {
      if (type !== frameType.data || (flags & frameFlag.endStream) === 0) return;
      if (stream === identifying && point !== 'the identification') {
        answerCall(peer, stream, identity);
        return;
      }
      if (breakAt(peer, 'the identification')) return;
      seen += stream === identifying ? 0 : 1;
      if (breakAt(peer, 'the request')) return;
      if (point === 'half of an answer' && peer.number === 1) {
        peer.send(frameType.headers, { flags: frameFlag.endHeaders, stream, payload: Buffer.of(0x88) });
        breakAt(peer, 'half of an answer');
      } else answerCall(peer, stream, done);
    },
  };
  return { script, seen: () => seen };
}

describe('a create over a connection that breaks', () => {
  let directory = '';
  let own: Certificates;
  let stranger: Certificates;
  const closing: (() => void)[] = [];
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'keelson-broken-'));
    own = makeCertificates(directory, 'own');
    stranger = makeCertificates(directory, 'stranger');
  });
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  async function create(script: PeerScript, isTls: boolean, client = own): Promise<WriteResult | Error> {
    const { ca, cert, key } = own.credentials;
    const tls = isTls ? { ca, cert, key, requestCert: true, rejectUnauthorized: true } : undefined;
    const peer = await startScriptedPeer(script, tls);
    const endpoints = createEndpoints({
      urls: [peer.url],
      credentials: isTls ? { ...client.credentials, ca } : undefined,
      history: createStoreHistory(() => undefined),
      logger: silentLogger,
      random: Math.random,
    });
    closing.push(endpoints.close, peer.close);
    const caller = { endpoints, timeoutMs: 3_000, random: Math.random, gate: createGate() };
    return write(caller, transaction).catch((error: unknown) => error as Error);
  }

  const places = [true, false].flatMap((isTls) =>
    (['close', 'reset', ...(isTls ? (['alert'] as const) : [])] as const).map((how) => ({ isTls, how })),
  );
  const named = places.map(({ isTls, how }) => [how, isTls ? 'TLS' : 'TCP', isTls] as const);

  it.each(named)('is made by another connection where nothing of it was sent (%s, %s)', async (how, _, isTls) => {
    for (const point of ['accepting', 'the handshake', 'the identification'] as const) {
      if (point === 'accepting' && !isTls) continue;
      const { script, seen } = scriptOf(point, how);
      expect(await create(script, isTls)).toEqual({ ok: true, revision: 7 });
      expect(seen()).toBe(1);
    }
  });

  it.each(named)('is sent once, and its outcome unknown, where it was sent (%s, %s)', async (how, _, isTls) => {
    for (const point of ['the request', 'half of an answer'] as const) {
      const { script, seen } = scriptOf(point, how);
      const result = await create(script, isTls);
      expect(result).toMatchObject({ code: 'unavailable', applied: 'unknown' });
      if (how === 'alert') expect((result as Error).message).toContain('alert');
      expect(seen()).toBe(1);
    }
  });

  it.each(named)('is never seen twice where it may have been sent (%s, %s)', async (how, _, isTls) => {
    const { script, seen } = scriptOf('its settings', how);
    const result = await create(script, isTls);
    if (isStorageError(result)) expect(result.applied === 'unknown' || seen() === 0).toBe(true);
    else expect(result).toEqual({ ok: true, revision: 7 });
    expect(seen()).toBeLessThanOrEqual(1);
  });

  it('is surely not made where the certificate of the client is refused, which TLS 1.3 tells after the handshake', async () => {
    const { script, seen } = scriptOf('accepting', 'close');
    const refused = await create({ ...script, onAccept: () => undefined }, true, stranger);
    expect(refused).toMatchObject({ applied: 'no' });
    expect(seen()).toBe(0);
  });
});
