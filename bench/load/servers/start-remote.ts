/** Starts the server that the measured ones call: its certificate is of an authority of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

import { issueAuthority, issueLeaf } from '@keelson/pki';

import type { RemoteReady, RemoteStart } from './remote-object.ts';

export interface Remote {
  readonly port: number;
  /** In PEM. */
  readonly authority: string;
  close(): void;
}

export async function startRemote(protocols: RemoteStart['protocols']): Promise<Remote> {
  const now = new Date();
  const authority = await issueAuthority('bench', now, 1);
  const leaf = await issueLeaf(authority, {
    subject: { commonName: 'remote' },
    usage: 'server',
    hosts: ['127.0.0.1', 'localhost'],
    now,
    days: 1,
  });
  const child = fork(new URL('./remote-main.js', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const start: RemoteStart = { ...leaf, protocols };
  child.send(start);
  const [ready] = (await once(child, 'message')) as [RemoteReady];
  return { port: ready.port, authority: authority.certificate, close: () => child.disconnect() };
}
