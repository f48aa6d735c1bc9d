/**
 * A whole server in this process, as its flags make it: over TLS, on a free port, with a directory of its own. What a
 * worker does is done here too: no thread runs sources as they are.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readKubeconfig, readServeFlags } from '@keelson/cli';
import { startServer } from '@keelson/server';
import { serveInProcess } from '@keelson/server/testing';
import { silentLogger } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import { toKubeConfigOptions } from './client-settings.ts';
import type { ClientSettings, KubeConfigOptions } from './client-settings.ts';
import { etcdFlags, type EtcdStore } from './etcd-flags.ts';
import { openTestClient } from '../client/test-client.ts';
import type { TestClient, TestClientOptions, TestRequest, TestResponse } from '../client/test-client.ts';

export interface KeelsonOptions {
  /** Users beside the administrator; each gets a token. */
  readonly users?: readonly TestUser[];
  /** Absent for the embedded store. */
  readonly etcd?: EtcdStore;
  /** As on the command line of `keelson serve`. They win over what is chosen here. */
  readonly flags?: readonly string[];
  /** The number of nodes to simulate. Absent for none: pods then stay as they are. */
  readonly simulateNodes?: number;
  /** A folder that outlives the server, for one that is started again in it. Absent for one that `stop` removes. */
  readonly folder?: string;
  /** Takes the log, which nobody sees otherwise. */
  readonly logger?: Logger;
}

export interface TestUser {
  readonly name: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  /** Absent for a random one. */
  readonly token?: string;
}

export interface KeelsonRequest extends TestRequest {
  readonly as?: string;
}

export interface Keelson {
  readonly url: string;
  readonly port: number;
  /** Everything that the server writes is in here. */
  readonly folder: string;
  /** Of the administrator: for `kubectl --kubeconfig`, and for clients that read such files. */
  readonly kubeconfigPath: string;
  /** Of the administrator, or of the user with this name. */
  clientSettings(user?: string): ClientSettings;
  /** For `KubeConfig.loadFromOptions` of `@kubernetes/client-node`. */
  kubeConfigOptions(user?: string): KubeConfigOptions;
  /** One request over connections that are kept alive, as the administrator or as the user that it names. */
  ask(path: string, request?: KeelsonRequest): Promise<TestResponse>;
  /** Cuts off what is under way, closes the store and removes the folder. */
  stop(): Promise<void>;
}

/** Resolves once the server is ready. Rejects if it does not start, with the words that the command would print. */
export async function startKeelson(options: KeelsonOptions = {}): Promise<Keelson> {
  const { folder = await mkdtemp(join(tmpdir(), 'keelson-')) } = options;
  const removeFolder = async (): Promise<void> => {
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  };
  const users = (options.users ?? []).map((user) => ({ token: randomUUID(), ...user }));
  try {
    const server = await start(options, folder, users);
    const admin = await readAdmin(server.kubeconfigPath);
    const settingsOf = (user?: string): ClientSettings =>
      user === undefined
        ? { url: server.url, ...admin }
        : { url: server.url, ca: admin.ca, token: tokenOf(users, user) };
    const clients = openClients(settingsOf);
    return {
      url: server.url,
      port: server.port,
      folder,
      kubeconfigPath: server.kubeconfigPath,
      clientSettings: settingsOf,
      kubeConfigOptions: (user) => toKubeConfigOptions(settingsOf(user), user ?? adminName),
      ask: (path, { as, ...request } = {}) => clients.of(as).ask(path, request),
      stop: async () => {
        clients.close();
        server.cutOff();
        await server.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

const adminName = 'kubernetes-admin';

/** A client for each user who asks: the certificate of a connection outweighs the token of a request. */
function openClients(settingsOf: (user?: string) => ClientSettings) {
  const clients = new Map<string | undefined, TestClient>();
  return {
    of: (user: string | undefined): TestClient => {
      const client = clients.get(user) ?? openTestClient(toTestClientOptions(settingsOf(user)));
      clients.set(user, client);
      return client;
    },
    close: () => {
      for (const client of clients.values()) client.close();
    },
  };
}

function toTestClientOptions({ url, token, ...connections }: ClientSettings): TestClientOptions {
  return { url, connections, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } };
}

type Known = TestUser & { readonly token: string };

async function start(options: KeelsonOptions, folder: string, users: readonly Known[]) {
  const { etcd, flags = [], simulateNodes = 0, logger = silentLogger } = options;
  const chosen = [...(await ownFlags(folder, users)), `--simulate-nodes=${simulateNodes}`];
  const stored = etcd === undefined ? [] : await etcdFlags(folder, etcd);
  const configuration = await readServeFlags([...chosen, ...stored, ...flags]);
  const started = await startServer({ ...configuration, logger, startWorker: serveInProcess });
  if (!started.ok) throw new Error(started.message);
  try {
    await started.server.whenReady();
  } catch (error) {
    await started.server.stop();
    throw error;
  }
  return started.server;
}

async function ownFlags(folder: string, users: readonly Known[]): Promise<readonly string[]> {
  const flags = ['--data-dir', join(folder, 'data'), '--secure-port', '0'];
  if (users.length === 0) return flags;
  const path = join(folder, 'tokens.csv');
  const lines = users.map(({ token, name, uid = name, groups = [] }) =>
    [token, name, uid, groups.join(',')].map(quote).join(','),
  );
  await writeFile(path, `${lines.join('\n')}\n`);
  return [...flags, '--token-auth-file', path];
}

function quote(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}

function tokenOf(users: readonly Known[], wanted: string): string {
  const found = users.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no user "${wanted}" was given to startKeelson`);
  return found.token;
}

/** Out of the kubeconfig that the server wrote, as a client would read it. */
async function readAdmin(path: string): Promise<{ ca: string; cert: string; key: string }> {
  const { authority, certificate, privateKey } = await readKubeconfig({ path, context: undefined, env: {} });
  if (authority === undefined || certificate === undefined || privateKey === undefined)
    throw new Error(`${path} has no client certificate`);
  return { ca: authority, cert: certificate, key: privateKey };
}
