/** A kube-apiserver and this server over one etcd, with one key of service accounts. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';

import { startPeer, type Peer } from './kube-apiserver.ts';
import { makeHome, type Home, type Started } from './serve.ts';

export interface SharedEtcd {
  readonly etcd: EtcdCluster;
  readonly home: Home;
  readonly peer: Peer;
  /** Starts this server, without controllers. */
  start(...flags: readonly string[]): Promise<Started>;
  /** Stops all servers and etcd, and removes their folders. */
  close(): Promise<void>;
}

export const storageMediaTypes = ['application/vnd.kubernetes.protobuf', 'application/json'] as const;

/** `bin`: the folder of kube-apiserver. `flags` are for both, and the form in which they store. */
export async function openSharedEtcd(
  bin: string,
  flags: readonly string[],
  mediaType: (typeof storageMediaTypes)[number] = 'application/vnd.kubernetes.protobuf',
): Promise<SharedEtcd> {
  const etcd = await startEtcd({ members: 1, isTls: false });
  const home = await makeHome();
  const common = [`--etcd-servers=${etcd.urls.join(',')}`, `--storage-media-type=${mediaType}`, ...flags];
  try {
    const serviceAccountKey = await makeServiceAccountKey(home);
    const peer = await startPeer(bin, { serviceAccountKey, flags: common });
    const ours = ['--controllers=', `--service-account-signing-key-file=${serviceAccountKey}`];
    const close = async (): Promise<void> => {
      // Rejects where a server had a fault.
      await home.remove().finally(() => peer.stop().finally(() => etcd.close()));
    };
    return { etcd, home, peer, start: (...more) => home.start(...common, ...ours, ...more), close };
  } catch (error) {
    await home.remove().finally(() => etcd.close());
    throw error;
  }
}

async function makeServiceAccountKey({ folder }: Home): Promise<string> {
  const pki = join(folder, 'data', 'pki');
  const path = join(pki, 'sa.key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await mkdir(pki, { recursive: true });
  await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return path;
}
