/** A kube-apiserver as it is, over an etcd that another server uses, too. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openTestClient } from '@keelson/testkit/client';

import { eventually } from './eventually.ts';
import { freePort, token, type Answer, type Question } from './serve.ts';

export interface Peer {
  readonly url: string;
  ask(path: string, init?: Question): Promise<Answer>;
  stop(): Promise<void>;
}

/** The folder that KEELSON_PEER names, if kube-apiserver is in its `bin`. */
export function findPeer(): string | undefined {
  const folder = process.env['KEELSON_PEER'];
  const bin = folder === undefined ? undefined : join(folder, 'bin');
  return bin !== undefined && existsSync(join(bin, 'kube-apiserver')) ? bin : undefined;
}

export interface PeerStart {
  /** The file of the key of service accounts, which all servers over a store share. */
  readonly serviceAccountKey: string;
  readonly flags: readonly string[];
}

/** Resolves when it is ready. Its administrator is that of `serve.ts`. */
export async function startPeer(bin: string, { serviceAccountKey, flags }: PeerStart): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-peer-'));
  await writeFile(join(folder, 'tokens.csv'), `${token},admin,1,"system:masters"\n`);
  const port = await freePort();
  const own = [
    '--bind-address=127.0.0.1',
    `--secure-port=${String(port)}`,
    `--cert-dir=${join(folder, 'certs')}`,
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    `--service-account-key-file=${serviceAccountKey}`,
    `--service-account-signing-key-file=${serviceAccountKey}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--disable-admission-plugins=ServiceAccount',
  ];
  const { child, gone, said } = run(join(bin, 'kube-apiserver'), [...own, ...flags], folder);
  const url = `https://127.0.0.1:${String(port)}`;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'User-Agent': 'e2e' };
  const { ask, close } = openTestClient({ url, connections: { rejectUnauthorized: false }, headers });
  const stop = async (): Promise<void> => {
    close();
    child.kill('SIGKILL');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      if (child.exitCode !== null) return;
      const { status } = await ask('/readyz');
      if (status !== 200) throw new Error(`kube-apiserver is not ready: ${said().slice(-2_000)}`);
    });
    if (child.exitCode !== null) throw new Error(`kube-apiserver ended: ${said().slice(-2_000)}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, ask, stop };
}

function run(program: string, args: readonly string[], cwd: string) {
  const child: ChildProcess = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)));
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, gone, said: () => said };
}
