/** The server of a kubeconfig as the target of callouts, for controllers that run as a process of their own. */
import type { CalloutTarget } from '@keelson/callouts';

import type { ServerConnection } from './kubeconfig.ts';

/** Enough for a watch of every kind and a request of every worker. */
const mostInFlight = 2_000;

export function calloutTargetOf(connection: ServerConnection): CalloutTarget {
  const { server, authority, certificate, privateKey, token, serverName, isUnverified } = connection;
  return {
    name: new URL(server).host,
    address: { kind: 'url', origin: new URL(server).origin },
    authorities: authority,
    skipsVerification: isUnverified,
    serverName,
    credentials: { token, certificate, privateKey },
    maxInFlight: mostInFlight,
  };
}

export function noServices() {
  return { ok: false as const, message: 'there are no Services here' };
}
