/**
 * A server for tests that speaks HTTP/2 frame by frame, as its script says, rightly or wrongly: over plain TCP or TLS,
 * on a free port. It closes and resets sockets, and makes its TLS side send an alert, whenever the script wants.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';

import { createFrameReader } from '../frame-reader.ts';
import { frameOf } from '../frames.ts';
import type { Frame } from '../frames.ts';

export interface Peer {
  /** The first connection is number 1. */
  readonly number: number;
  send(type: number, options?: { flags?: number; stream?: number; payload?: Uint8Array }): void;
  sendBytes(bytes: Uint8Array): void;
  /** Ends the connection as its owner would; over TLS with `close_notify`. */
  close(): void;
  /** Ends it with a TCP reset. */
  reset(): void;
  /** Over TLS alone: ends it with a fatal alert. */
  alert(): void;
}

export interface PeerScript {
  /** A TCP connection is there; nothing has been read. */
  onAccept?(peer: Peer): void;
  /** The handshake is over, over plain TCP at once. */
  onConnect?(peer: Peer): void;
  onFrame?(peer: Peer, frame: Frame): void;
}

export interface ScriptedPeer {
  readonly url: string;
  /** The number of connections so far. */
  connections(): number;
  close(): void;
}

const prefaceBytes = 24;
/** A record of application data that decrypts to nothing: whoever receives it sends an alert. */
const badRecord = Buffer.concat([Buffer.from([0x17, 0x03, 0x03, 0x00, 0x20]), Buffer.alloc(32, 0xa5)]);

export async function startScriptedPeer(script: PeerScript, tls?: TlsOptions): Promise<ScriptedPeer> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined);
  };
  const inner = tls === undefined ? undefined : await startInner(tls, keep);
  let count = 0;
  const server = createServer((outer) => {
    keep(outer);
    count += 1;
    if (inner === undefined) script.onConnect?.(serve(script, { number: count, outer, speaker: outer }));
    else joinInner(script, { number: count, outer, inner }, keep);
  });
  const port = await listen(server);
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    connections: () => count,
    close: () => {
      server.close();
      inner?.server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface Inner {
  readonly server: Server;
  readonly port: number;
  /** Calls back with the decrypted side of the connection from this port. */
  expect(fromPort: number, onSecure: (socket: Socket) => void): void;
}

/** The TLS side listens on a port of its own, so that bytes can be slipped in between it and the client. */
async function startInner(tls: TlsOptions, keep: (socket: Socket) => Socket): Promise<Inner> {
  const expected = new Map<number | undefined, (socket: Socket) => void>();
  const server = createTlsServer({ ...tls, ALPNProtocols: ['h2'] }, (socket) => {
    expected.get(keep(socket).remotePort)?.(socket);
  });
  server.on('connection', keep);
  return { server, port: await listen(server), expect: (fromPort, onSecure) => void expected.set(fromPort, onSecure) };
}

interface Joining {
  readonly number: number;
  readonly outer: Socket;
  readonly inner: Inner;
}

function joinInner(script: PeerScript, { number, outer, inner }: Joining, keep: (socket: Socket) => Socket): void {
  const upstream = connect(inner.port, '127.0.0.1');
  keep(upstream);
  upstream.once('connect', () => {
    const options = { number, outer, upstream };
    inner.expect(upstream.localPort ?? 0, (speaker) => script.onConnect?.(serve(script, { ...options, speaker })));
    script.onAccept?.(peerOf({ ...options, speaker: outer }));
    outer.pipe(upstream).pipe(outer);
  });
}

interface Sides {
  readonly number: number;
  /** The client's TCP connection. */
  readonly outer: Socket;
  /** Where frames are read and written. */
  readonly speaker: Socket;
  /** Towards the TLS side. */
  readonly upstream?: Socket;
}

function serve(script: PeerScript, sides: Sides): Peer {
  const peer = peerOf(sides);
  const read = createFrameReader((frame) => script.onFrame?.(peer, frame));
  let skipped = 0;
  sides.speaker.on('data', (chunk: Buffer) => {
    const skip = Math.min(prefaceBytes - skipped, chunk.length);
    skipped += skip;
    if (skip < chunk.length) read(chunk.subarray(skip));
  });
  return peer;
}

function peerOf({ number, outer, speaker, upstream }: Sides): Peer {
  const send: Peer['send'] = (type, { flags = 0, stream = 0, payload } = {}) =>
    void speaker.write(frameOf({ type, flags, stream }, payload));
  return {
    number,
    send,
    sendBytes: (bytes) => void speaker.write(bytes),
    close: () => void speaker.end(),
    reset: () => void outer.resetAndDestroy(),
    alert: () => {
      outer.unpipe(upstream);
      upstream?.write(badRecord);
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
