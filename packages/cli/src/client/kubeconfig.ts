/** Reads a kubeconfig: where the server is, whom to trust, who one is. Runs no programs that it may name. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { parseYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

export interface Connection {
  readonly server: string;
  readonly authority?: string;
  readonly isUnverified: boolean;
  readonly certificate?: string;
  readonly privateKey?: string;
  readonly token?: string;
  /** That of the context, if it says one. */
  readonly namespace?: string;
}

export interface KubeconfigPlace {
  /** As given on the command line. */
  readonly path: string | undefined;
  readonly context: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What cannot be read or is not there, in words. */
export class KubeconfigError extends Error {}

type Entry = Readonly<Record<string, JsonValue | undefined>>;

export async function readKubeconfig(place: KubeconfigPlace): Promise<Connection> {
  const { path, text } = await findText(place);
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const line = parsed.line === undefined ? '' : `line ${parsed.line}: `;
    throw new KubeconfigError(`${path}: ${line}${parsed.message}`);
  }
  const config = entryOf(parsed.documents[0]);
  const chosen = place.context ?? textOf(config['current-context']);
  if (chosen === undefined) throw new KubeconfigError(`${path} has no current-context; choose one with --context`);
  const named = (list: string, name: string | undefined, inner: string): Entry => {
    const found = listOf(config[list]).find((each) => each['name'] === name);
    if (found === undefined) throw new KubeconfigError(`${path} has no ${inner} "${name ?? ''}"`);
    return entryOf(found[inner]);
  };
  const context = named('contexts', chosen, 'context');
  const cluster = named('clusters', textOf(context['cluster']), 'cluster');
  // Who names nobody brings nothing.
  const userName = textOf(context['user']);
  const user = userName === undefined ? {} : named('users', userName, 'user');
  const server = textOf(cluster['server']);
  if (server === undefined) throw new KubeconfigError(`${path}: the cluster of context "${chosen}" has no server`);
  const namespace = textOf(context['namespace']);
  const connection = await connectionOf(server, cluster, user, dirname(path));
  return namespace === undefined ? connection : { ...connection, namespace };
}

async function findText({ path, env }: KubeconfigPlace): Promise<{ path: string; text: string }> {
  const home = env['HOME'];
  const usual = ['.keelson/admin.kubeconfig', ...(home === undefined ? [] : [`${home}/.kube/config`])];
  const fromEnv = env['KUBECONFIG']?.split(':').filter((each) => each !== '') ?? [];
  const candidates = path !== undefined ? [path] : fromEnv.length > 0 ? fromEnv : usual;
  for (const candidate of candidates) {
    const text = await readFile(candidate, 'utf8').catch(() => undefined);
    if (text !== undefined) return { path: candidate, text };
  }
  throw new KubeconfigError(
    `there is no kubeconfig to be read at ${candidates.join(' or ')}; name one with --kubeconfig`,
  );
}

async function connectionOf(server: string, cluster: Entry, user: Entry, folder: string): Promise<Connection> {
  const either = async (entry: Entry, name: string): Promise<string | undefined> => {
    const data = textOf(entry[`${name}-data`]);
    if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8');
    const file = textOf(entry[name]);
    return file === undefined ? undefined : readFile(resolve(folder, file), 'utf8');
  };
  const authority = await either(cluster, 'certificate-authority');
  const certificate = await either(user, 'client-certificate');
  const privateKey = await either(user, 'client-key');
  const tokenFile = textOf(user['tokenFile']);
  const token = textOf(user['token']) ?? (tokenFile && (await readFile(resolve(folder, tokenFile), 'utf8')).trim());
  return {
    server,
    isUnverified: cluster['insecure-skip-tls-verify'] === true,
    ...(authority !== undefined && { authority }),
    ...(certificate !== undefined && { certificate }),
    ...(privateKey !== undefined && { privateKey }),
    ...(token !== undefined && { token }),
  };
}

function entryOf(value: JsonValue | undefined): Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry) : {};
}

function listOf(value: JsonValue | undefined): readonly Entry[] {
  return Array.isArray(value) ? value.map(entryOf) : [];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
