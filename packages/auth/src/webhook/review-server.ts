/** A server that answers reviews, as its file describes it, as a target of callouts. */
import type { CalloutTarget } from '@keelson/callouts';

/** The address of a server that answers reviews, and the credentials there; keys and certificates in PEM. */
export interface ReviewServer {
  readonly url: string;
  readonly authority?: string | undefined;
  readonly certificate?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly token?: string | undefined;
  /** The name in its certificate, where it is not that of the address. */
  readonly serverName?: string | undefined;
  readonly skipsVerification?: boolean | undefined;
}

export interface ReviewPlace {
  readonly target: CalloutTarget;
  readonly path: string;
}

/** As many as requests that may be under way here: each may wait for a review. */
const maxInFlight = 1_000;

export function reviewPlaceOf(server: ReviewServer): ReviewPlace {
  const { authority, certificate, privateKey, token, serverName, skipsVerification } = server;
  const { origin, host, pathname, search } = new URL(server.url);
  return {
    target: {
      name: host,
      address: { kind: 'url', origin },
      authorities: authority,
      credentials: { certificate, privateKey, token },
      serverName,
      skipsVerification,
      maxInFlight,
    },
    path: `${pathname}${search}`,
  };
}
