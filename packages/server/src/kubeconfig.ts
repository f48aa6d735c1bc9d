/** Writes the kubeconfig for clients: the server, its authority, the credentials. */
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';

import { stringifyYaml } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { type KeyPair, adminUser, type Tls } from '@keelson/pki';
import { writeIfDifferent } from '@keelson/files';

export interface KubeconfigPlace {
  readonly dataDir: string;
  readonly server: string;
  readonly tls: Pick<Tls, 'trustedByClients' | 'own'>;
  readonly logger: Logger;
}

/**
 * The administrator's, for its owner alone. Resolves to where it is. Where it cannot be written and there is an older
 * one, the server goes on with a warning: others have credentials of their own. Without one it rejects.
 */
export async function writeKubeconfig({ dataDir, server, tls, logger }: KubeconfigPlace): Promise<string> {
  const path = resolve(dataDir, 'admin.kubeconfig');
  const authority = tls.trustedByClients();
  const text = printKubeconfig({ server, authority, user: adminUser, client: tls.own().admin });
  try {
    await writeIfDifferent({ path, text, mode: 0o600 });
  } catch (error) {
    await access(path).catch(() => Promise.reject(error as Error));
    logger.warn('the kubeconfig could not be written, and the one that is there is of an earlier start', {
      path,
      error,
    });
  }
  return path;
}

export interface Kubeconfig {
  readonly server: string;
  readonly authority: string;
  readonly user: string;
  readonly client: KeyPair;
}

export function printKubeconfig({ server, authority, user, client }: Kubeconfig): string {
  return stringifyYaml({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'keelson', cluster: { server, 'certificate-authority-data': base64(authority) } }],
    users: [
      {
        name: user,
        user: {
          'client-certificate-data': base64(client.certificate),
          'client-key-data': base64(client.privateKey),
        },
      },
    ],
    contexts: [{ name: 'keelson', context: { cluster: 'keelson', user } }],
    'current-context': 'keelson',
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
