/** The agents of nodes: where each listens, as its node says, and how this server is known to it. */
import type { Node } from '@keelson/api';
import type { CalloutTarget, TargetCredentials } from '@keelson/callouts';
import type { Status } from '@keelson/meta';
import { unexplained } from '@keelson/meta';

export interface AgentSettings {
  /** The kinds of addresses of a node, the best first. */
  readonly addressTypes: readonly string[];
  /** Of this moment. */
  readonly credentials: () => TargetCredentials | undefined;
  /** Trusted authorities in PEM, of this moment. Without them the certificates of agents are not verified. */
  readonly authorities: () => string | undefined;
}

export interface Agent {
  readonly host: string;
  readonly port: number;
  readonly target: CalloutTarget;
}

export type FoundAgent = { readonly ok: true; readonly agent: Agent } | { readonly ok: false; readonly status: Status };

const usualPort = 10_250;
/** The limits of the requests here count for those behind the proxy too. */
const maxInFlight = 10_000;

export function agentOf({ status }: Node, settings: AgentSettings): FoundAgent {
  const { addresses = [], daemonEndpoints } = status;
  const host = settings.addressTypes
    .map((wanted) => addresses.find(({ type }) => type === wanted)?.address)
    .find((address) => address !== undefined);
  if (host === undefined) {
    const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
    return { ok: false, status: unexplained(`no preferred addresses found; known addresses: [${known}]`) };
  }
  const stated = daemonEndpoints.kubeletEndpoint.Port;
  const port = stated > 0 ? stated : usualPort;
  const authorities = settings.authorities();
  const target: CalloutTarget = {
    name: 'node-agent',
    address: { kind: 'url', origin: printOrigin('https', host, String(port)) },
    ...(authorities === undefined ? { skipsVerification: true } : { authorities }),
    credentials: settings.credentials(),
    maxInFlight,
  };
  return { ok: true, agent: { host, port, target } };
}

/** `port`: empty for that of the scheme. */
export function printOrigin(scheme: string, host: string, port: string): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === '' ? `${scheme}://${name}` : `${scheme}://${name}:${port}`;
}
