/** Requests with client certificates, and what a server shows of itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';

import { openTestClient } from '@keelson/testkit/client';
import type { TestClient, TestHeaders } from '@keelson/testkit/client';

import type { Answer, Home } from './serve.ts';

/** A certificate and its key, in PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** The certificates that a server generates: its authority, its own, and the administrator's. */
export interface Pki {
  readonly authority: Identity;
  readonly server: Identity;
  readonly admin: Identity;
}

export function pkiPath({ folder }: Home, name: string): string {
  return join(folder, 'data', 'pki', name);
}

export async function readPki(home: Home): Promise<Pki> {
  const read = (name: string): Promise<string> => readFile(pkiPath(home, name), 'utf8');
  const pair = async (name: string): Promise<Identity> => ({
    cert: await read(`${name}.crt`),
    key: await read(`${name}.key`),
  });
  return { authority: await pair('ca'), server: await pair('server'), admin: await pair('admin') };
}

/** By a server that starts and ends, which leaves them behind. */
export async function makePki(home: Home): Promise<Pki> {
  const server = await home.start();
  server.process.kill();
  await server.ended;
  return readPki(home);
}

export interface Asking {
  readonly headers?: TestHeaders;
  readonly identity?: Identity;
}

/** Over a connection of its own, without any token. */
export async function askOver(url: string, path: string, { headers = {}, identity }: Asking = {}): Promise<Answer> {
  const client = openTestClient({
    url,
    connections: { rejectUnauthorized: false, keepAlive: false, ...identity },
    headers,
  });
  return client.ask(path);
}

/** All over one connection. */
export function openAsking(url: string, identity: Identity): TestClient {
  return openTestClient({ url, connections: { rejectUnauthorized: false, maxSockets: 1, ...identity }, headers: {} });
}

/** The fingerprint of the certificate that a server shows to new connections. */
export function shownBy(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.end();
    });
    socket.on('error', reject);
  });
}
