/** The file that clients read: where the server is, whom to trust, who one is. */
import { resolve } from 'node:path';

import { stringifyYaml } from '@keelson/schema';

import type { KeyPair } from './certificates/issue.ts';
import { adminUser, writeWhole } from './certificates/keep.ts';
import type { Tls } from './certificates/open-tls.ts';

/** The administrator's, for its owner alone. Resolves to where it is. */
export async function writeKubeconfig(dataDir: string, server: string, tls: Tls): Promise<string> {
  const path = resolve(dataDir, 'admin.kubeconfig');
  const authority = tls.trustedByClients();
  await writeWhole(path, printKubeconfig({ server, authority, user: adminUser, client: tls.own().admin }), 0o600);
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
