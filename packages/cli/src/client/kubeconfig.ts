/** Reads a kubeconfig: the server, its authority, the credentials. Runs no credential plugins. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { KubeconfigError, parseKubeconfig, type ConfigEntry, type ConfigFile } from './config-entry.ts';
import { authorityOf, readUserCredentials, type UserCredentials } from './credentials.ts';

export interface ServerConnection extends UserCredentials {
  readonly server: string;
  readonly authority?: string;
  /** The name in its certificate, where it is not that of the address. */
  readonly serverName?: string;
  readonly isUnverified: boolean;
  /** That of the context, if it says one. */
  readonly namespace?: string;
  /** The `User-Agent`; that of this program if absent. */
  readonly userAgent?: string;
}

export interface KubeconfigSource {
  /** As given on the command line. */
  readonly path: string | undefined;
  readonly context: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Rejects with a KubeconfigError. */
export async function readKubeconfig(place: KubeconfigSource): Promise<ServerConnection> {
  const file = await findFile(place);
  const folder = dirname(file.path);
  const config = parseKubeconfig(file);
  const context = contextOf(config, place.context);
  const cluster = find(config, 'clusters', context, 'cluster') ?? context.fail('', 'the context names no cluster');
  // A context without a user has no credentials.
  const user = find(config, 'users', context, 'user');
  const namespace = context.text('namespace');
  const serverName = cluster.text('tls-server-name');
  return {
    server: serverOf(cluster),
    isUnverified: cluster.flag('insecure-skip-tls-verify'),
    ...(await authorityOf(cluster, folder)),
    ...(serverName !== undefined && { serverName }),
    ...(user !== undefined && (await readUserCredentials(user, folder))),
    ...(namespace !== undefined && { namespace }),
  };
}

function contextOf(config: ConfigEntry, wanted: string | undefined): ConfigEntry {
  const chosen = wanted ?? config.text('current-context');
  if (chosen === undefined) config.fail('current-context', 'there is no current-context; choose one with --context');
  const found = config.list('contexts').find((each) => each.text('name') === chosen);
  return (
    found?.entry('context') ??
    config.fail(wanted === undefined ? 'current-context' : '', `there is no context "${chosen}"`)
  );
}

/** The entry that the context refers to; undefined where it refers to none. */
function find(config: ConfigEntry, list: string, context: ConfigEntry, kind: string): ConfigEntry | undefined {
  const name = context.text(kind);
  if (name === undefined) return undefined;
  const found = config.list(list).find((each) => each.text('name') === name);
  return found?.entry(kind) ?? context.fail(kind, `there is no ${kind} "${name}"`);
}

function serverOf(cluster: ConfigEntry): string {
  const server = cluster.text('server');
  if (server === undefined) cluster.fail('', 'the cluster has no server');
  const url = URL.canParse(server) ? new URL(server) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb ? server : cluster.fail('server', `the server "${server}" is no URL of https or http`);
}

async function findFile({ path, env }: KubeconfigSource): Promise<ConfigFile> {
  if (path !== undefined) return { path, text: await readOrFail(path) };
  const home = env['HOME'];
  const usual = ['.keelson/admin.kubeconfig', ...(home === undefined ? [] : [`${home}/.kube/config`])];
  const fromEnv = env['KUBECONFIG']?.split(':').filter((each) => each !== '') ?? [];
  const candidates = fromEnv.length > 0 ? fromEnv : usual;
  for (const candidate of candidates) {
    const text = await readFile(candidate, 'utf8').catch(() => undefined);
    if (text !== undefined) return { path: candidate, text };
  }
  throw new KubeconfigError(
    `there is no kubeconfig to be read at ${candidates.join(' or ')}; name one with --kubeconfig`,
  );
}

async function readOrFail(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new KubeconfigError(`${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`, { cause: error });
  }
}
