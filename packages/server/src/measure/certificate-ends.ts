/** The ends of the certificates that a replica presents or signs with, as they are now. */
import { X509Certificate } from 'node:crypto';

/** PEM whose first certificate counts; `undefined` if there is none. */
export type CertificateSource = () => string | Buffer | undefined;

/** Milliseconds since 1970, by the name of the certificate. */
export type CertificateEnds = () => ReadonlyMap<string, number>;

/** Changed certificates are parsed again; an unchanged one costs a comparison. */
export function createCertificateEnds(sources: Readonly<Record<string, CertificateSource>>): CertificateEnds {
  const known = new Map<string, { readonly pem: string | Buffer; readonly endMs: number }>();
  return () => {
    const ends = new Map<string, number>();
    for (const [name, source] of Object.entries(sources)) {
      const pem = source();
      if (pem === undefined) continue;
      let end = known.get(name);
      if (end?.pem !== pem) {
        end = { pem, endMs: Date.parse(new X509Certificate(pem).validTo) };
        known.set(name, end);
      }
      ends.set(name, end.endMs);
    }
    return ends;
  };
}
