/** The trust between this server and the agents of nodes: the authority of theirs, and the certificate by which they know it. */
import type { AgentSettings } from '@keelson/aggregator';
import type { Reloads } from '@keelson/files';
import { parseCertificates, parseServingPair } from '@keelson/pki';

import type { ServerConfiguration } from './configuration.ts';

/** Rejects with a ConfigurationError if a file cannot be used. */
export async function openNodeAgents(
  { nodeAgents }: Pick<ServerConfiguration, 'nodeAgents'>,
  reloads: Reloads,
): Promise<AgentSettings> {
  let authorities: string | undefined;
  let credentials: ReturnType<AgentSettings['credentials']>;
  const { authority, client, addressTypes } = nodeAgents;
  if (authority !== undefined) {
    const apply = (found: readonly unknown[]): void => {
      authorities = found.map(String).join('');
    };
    apply(await reloads.watch({ sources: [authority], parse: parseCertificates, apply }));
  }
  if (client !== undefined) {
    const apply = (pair: NonNullable<typeof credentials>): void => {
      credentials = pair;
    };
    apply(await reloads.watch({ sources: [client.certificate, client.privateKey], parse: parsePair, apply }));
  }
  return { addressTypes, authorities: () => authorities, credentials: () => credentials };
}

function parsePair(texts: readonly string[]) {
  const parsed = parseServingPair(texts);
  if (!parsed.ok) return parsed;
  const { chain: certificate, privateKey } = parsed.value;
  return { ok: true, value: { certificate, privateKey } } as const;
}
