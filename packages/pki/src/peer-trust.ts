/**
 * Decides which user a client certificate authenticates, by the current authorities and revocation
 * lists. Computed once for each connection, and again when one of these
 * changes: a revoked certificate loses its rights on open connections too.
 */
import { createHash, X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';

import type { CertificateSubject, Peer } from '@keelson/auth';
import type { ClientConnection } from '@keelson/http';

import { endOf, findPath, type CertificationPath } from './certification-path.ts';

export interface Revocations {
  /** The keys that `revocationKey` makes. */
  readonly revoked: ReadonlySet<string>;
  /** When the first of the lists is due to be replaced. */
  readonly nextUpdate: Date | undefined;
}

export interface TrustedAuthorities {
  /** Authorities of clients. */
  readonly clients: readonly X509Certificate[];
  /** Authorities of authenticating proxies. */
  readonly proxies: readonly X509Certificate[];
  /** Common names of proxies; any when empty. */
  readonly proxyNames: readonly string[];
  readonly revocations: Revocations;
}

export interface PeerTrust {
  peerOf(connection: ClientConnection): Peer;
  /** From now on, for open connections too. */
  trust(authorities: Partial<TrustedAuthorities>): void;
  readonly current: TrustedAuthorities;
}

interface Verdict {
  readonly epoch: number;
  readonly endMs: number;
  readonly peer: Peer;
}

const nobody: Peer = { kind: 'none' };
const stranger: Peer = { kind: 'untrusted' };
const noRevocations: Revocations = { revoked: new Set(), nextUpdate: undefined };

export function createPeerTrust(now: () => number = Date.now): PeerTrust {
  let current: TrustedAuthorities = { clients: [], proxies: [], proxyNames: [], revocations: noRevocations };
  let epoch = 0;
  const verdicts = new WeakMap<ClientConnection, Verdict>();
  return {
    peerOf: (connection) => {
      const { tls } = connection;
      if (tls === undefined) return nobody;
      const known = verdicts.get(connection);
      if (known?.epoch === epoch && now() <= known.endMs) return known.peer;
      const { peer, endMs } = judge(tls, current, now());
      verdicts.set(connection, { epoch, peer, endMs });
      return peer;
    },
    trust: (authorities) => {
      current = { ...current, ...authorities };
      epoch += 1;
    },
    get current() {
      return current;
    },
  };
}

/** A certificate is identified by the key of its issuer and its serial number. */
export function revocationKey(issuer: X509Certificate, serialNumber: string): string {
  const key = createHash('sha256')
    .update(issuer.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  return `${key} ${serialNumber.toLowerCase().replace(/^0+/, '')}`;
}

function judge(socket: TLSSocket, trusted: TrustedAuthorities, now: number): Omit<Verdict, 'epoch'> {
  const certificate = socket.getPeerCertificate(true);
  // Node returns an empty object for a client without a certificate.
  if (!('raw' in certificate)) return { peer: nobody, endMs: Infinity };
  const forever = { peer: stranger, endMs: Infinity };
  if (!socket.authorized) return forever;
  const sent = chainOf(certificate);
  const subject = subjectOf(certificate);
  const isGood = (path: CertificationPath | undefined): path is CertificationPath =>
    path !== undefined && !isRevoked(path, trusted.revocations.revoked);
  const asClient = findPath(sent, trusted.clients, now);
  const asProxy = isProxyName(subject, trusted) ? findPath(sent, trusted.proxies, now) : undefined;
  const paths = [asClient, asProxy].filter(isGood);
  if (paths.length === 0) return forever;
  return {
    peer: { kind: 'trusted', subject, isClient: isGood(asClient), isProxy: isGood(asProxy) },
    endMs: Math.min(...paths.map(endOf)),
  };
}

function isRevoked(path: CertificationPath, revoked: ReadonlySet<string>): boolean {
  if (revoked.size === 0) return false;
  return path.some(({ serialNumber }, index) => {
    const issuer = path[index + 1];
    return issuer !== undefined && revoked.has(revocationKey(issuer, serialNumber));
  });
}

function isProxyName({ commonName }: CertificateSubject, { proxies, proxyNames }: TrustedAuthorities): boolean {
  return proxies.length > 0 && (proxyNames.length === 0 || proxyNames.includes(commonName));
}

/** As Node hands it out, which is less than its types say where the chain is not complete. */
interface SentCertificate {
  readonly raw?: Buffer;
  readonly fingerprint256: string;
  readonly issuerCertificate?: SentCertificate;
}

function chainOf(certificate: SentCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const seen = new Set<string>();
  let next: SentCertificate | undefined = certificate;
  while (next?.raw !== undefined && !seen.has(next.fingerprint256)) {
    seen.add(next.fingerprint256);
    chain.push(new X509Certificate(next.raw));
    next = next.issuerCertificate;
  }
  return chain;
}

/** Where a name is given several times the last one counts, as it does elsewhere. */
function subjectOf({ subject, valid_to: end }: DetailedPeerCertificate): CertificateSubject {
  const names = subject as unknown as Readonly<Record<string, string | string[] | undefined>>;
  return {
    commonName: [names['CN'] ?? []].flat().at(-1) ?? '',
    organizations: [names['O'] ?? []].flat(),
    expiresAtMs: Date.parse(end),
  };
}
