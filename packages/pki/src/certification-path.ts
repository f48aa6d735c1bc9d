/**
 * Finds out which authorities vouch for a certificate. OpenSSL has verified by then that
 * some of all that are trusted does; which one it was it does not say, and authorities
 * of clients and of proxies must not be taken for each other.
 */
import type { X509Certificate } from 'node:crypto';

/** From the certificate, over those that were sent with it, up to the authority. */
export type CertificationPath = readonly X509Certificate[];

const longest = 8;

/** `undefined` where none of the authorities vouches for the first certificate, at this time: at any, without `now`. */
export function findPath(
  [leaf, ...sent]: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  now?: number,
): CertificationPath | undefined {
  const climb = (path: readonly X509Certificate[]): CertificationPath | undefined => {
    const top = path.at(-1);
    if (top === undefined || !isCurrent(top, now)) return undefined;
    const authority = authorities.find((each) => isIssuedBy(top, each) && isCurrent(each, now));
    if (authority !== undefined) return [...path, authority];
    if (path.length === longest) return undefined;
    for (const each of sent) {
      const found = each.ca && !path.includes(each) && isIssuedBy(top, each) ? climb([...path, each]) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return leaf === undefined ? undefined : climb([leaf]);
}

/** When the first of them ends. */
export function endOf(path: CertificationPath): number {
  return Math.min(...path.map(({ validTo }) => Date.parse(validTo)));
}

/** By its names alone it might be issued by another of the same name. */
function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isCurrent({ validFrom, validTo }: X509Certificate, now: number | undefined): boolean {
  if (now === undefined) return true;
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}
