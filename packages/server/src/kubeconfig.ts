/** The file that clients read: where the server is, whom to trust, who one is. */
import { stringifyYaml } from '@keelson/schema';

import type { KeyPair } from './certificates/issue.ts';

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
