/**
 * A whole server in this process, as its flags make it: over TLS, on a free port, with a store in a directory of its own.
 * What a worker does is done here too: no thread runs the sources as they are.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startServer } from '@keelson/server';
import { serveInProcess } from '@keelson/server/testing';
import { openEmbedded, type Storage } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import { configurationOf } from '../serve/configuration.ts';
import { serveFlags } from '../serve/flags.ts';
import { parseFlags } from '../serve/parse-flags.ts';

export interface ServedHere {
  ask(path: string, question?: Question): Promise<Reply>;
  /** A line of JSON for each stage of each request. */
  auditLog(): Promise<string>;
  stop(): Promise<void>;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** For answers that do not end: enough came, and the client hangs up. */
  readonly isEnough?: (body: Buffer) => boolean;
}

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

const prefix = '/registry';
const token = 'a-token-for-tests';
const auditPolicy = 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: RequestResponse\n';

/** `fill` writes to the store before the server opens it. */
export async function serveHere(fill: (storage: Storage) => Promise<void>): Promise<ServedHere> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-serve-here-'));
  const storage = await openEmbedded({ path: join(folder, 'store'), prefix, logger: silentLogger });
  await fill(storage);
  await storage.close();
  const configuration = await configurationOf(parseFlags(serveFlags, await flagsIn(folder)));
  const started = await startServer({ ...configuration, logger: silentLogger, startWorker: serveInProcess });
  if (!started.ok) throw new Error(started.message);
  const { server } = started;
  await server.whenReady();
  const agent = new Agent({ keepAlive: true, maxSockets: 8, ca: server.authority });
  return {
    ask: (path, question = {}) => ask({ agent, port: server.port }, path, question),
    auditLog: () => readFile(join(folder, 'audit.log'), 'utf8'),
    stop: async () => {
      agent.destroy();
      server.cutOff();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function flagsIn(folder: string): Promise<readonly string[]> {
  const [tokens, policy] = [join(folder, 'tokens.csv'), join(folder, 'policy.yaml')];
  await writeFile(tokens, `${token},admin,1,"system:masters"\n`);
  await writeFile(policy, auditPolicy);
  const audit = ['--audit-policy-file', policy, '--audit-log-path', join(folder, 'audit.log')];
  const store = ['--data-dir', folder, '--etcd-prefix', prefix, '--etcd-compaction-interval', '0'];
  return ['--secure-port', '0', '--token-auth-file', tokens, ...store, ...audit];
}

interface Connected {
  readonly agent: Agent;
  readonly port: number;
}

function ask({ agent, port }: Connected, path: string, question: Question): Promise<Reply> {
  const { method = 'GET', headers, body, isEnough = () => false } = question;
  // Node tells the length of what a DELETE brings only if told to.
  const all = { Authorization: `Bearer ${token}`, 'Content-Length': Buffer.byteLength(body ?? ''), ...headers };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: all, agent }, (response) => {
      const chunks: Buffer[] = [];
      const reply = (): void => {
        const contentType = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, contentType, body: Buffer.concat(chunks) });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (!isEnough(Buffer.concat(chunks))) return;
        reply();
        response.destroy();
      });
      response.on('error', reject);
      response.on('end', reply);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
