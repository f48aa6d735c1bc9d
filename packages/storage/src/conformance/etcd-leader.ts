/** Finds out which member leads, by etcd's own JSON gateway, so that it needs no client library. */
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

import type { Certificates } from './certificates.ts';

const timeoutMs = 1_000;

/** True if the member says that it leads; false if it does not answer. */
export async function isLeader(url: string, credentials: Certificates['credentials'] | undefined): Promise<boolean> {
  const status = await askStatus(url, credentials).catch(() => undefined);
  return status?.leader !== undefined && status.leader === status.header?.member_id;
}

interface Status {
  readonly leader?: string;
  readonly header?: { readonly member_id: string };
}

function askStatus(url: string, credentials: Certificates['credentials'] | undefined): Promise<Status> {
  const send = url.startsWith('https:') ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const asking = send(
      `${url}/v3/maintenance/status`,
      { method: 'POST', signal: AbortSignal.timeout(timeoutMs), agent: false, ...credentials },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve(JSON.parse(text) as Status)).on('error', reject);
      },
    );
    asking.on('error', reject).end('{}');
  });
}
