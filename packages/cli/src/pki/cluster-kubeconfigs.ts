/** The kubeconfigs of the administrator and of other clients, which hold copies of the certificates of a cluster. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { writeIfDifferent } from '@keelson/files';
import { adminUser } from '@keelson/pki';
import { printKubeconfig } from '@keelson/server';

import { readKubeconfig } from '../client/kubeconfig.ts';

export interface KubeconfigOwner {
  /** The path of its certificate without the ending. */
  readonly path: string;
  readonly user: string;
}

/** Returns true if the file was written. */
export async function keepClusterKubeconfig(folder: string, owner: KubeconfigOwner, server: string): Promise<boolean> {
  const [authority, certificate, privateKey] = await Promise.all(
    ['ca.crt', `${owner.path}.crt`, `${owner.path}.key`].map((file) => readFile(join(folder, file), 'utf8')),
  );
  const client = { certificate: certificate ?? '', privateKey: privateKey ?? '' };
  const text = printKubeconfig({ server, authority: authority ?? '', user: owner.user, client });
  const path = join(folder, `${owner.path}.kubeconfig`);
  return (await writeIfDifferent({ path, text, mode: 0o600 })) === 'written';
}

/** The server that the kubeconfig of this path leads to; undefined where there is none. Rejects with a KubeconfigError. */
export async function serverOfKubeconfig(folder: string, path: string): Promise<string | undefined> {
  const file = join(folder, `${path}.kubeconfig`);
  if (!existsSync(file)) return undefined;
  return (await readKubeconfig({ path: file, context: undefined, env: {} })).server;
}

/** Copies the current certificates into all kubeconfigs, without changing their URLs. Returns the changed ones. */
export async function renewClusterKubeconfigs(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.kubeconfig')).sort();
  const changed: string[] = [];
  for (const file of files) {
    const path = file.slice(0, -'.kubeconfig'.length);
    const user = path === 'admin' ? adminUser : basename(path);
    const server = await serverOfKubeconfig(folder, path);
    if (server !== undefined && (await keepClusterKubeconfig(folder, { path, user }, server))) changed.push(file);
  }
  return changed;
}
