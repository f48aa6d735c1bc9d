/** The ends of the certificates that a replica presents, signs with or trusts, as they are now. */
import { X509Certificate } from 'node:crypto';

import { parseCertificates } from '@keelson/pki';

/** PEM; `undefined` or empty if there is none. */
export type CertificateSource = () => string | Buffer | undefined;

/** Milliseconds since 1970, by the name of the certificate. */
export type CertificateEnds = () => ReadonlyMap<string, number>;

export interface CertificateSources {
  /** Their first certificate counts: the others of a chain are for those who verify it. */
  readonly chains: Readonly<Record<string, CertificateSource>>;
  /** Authorities: the one that ends first counts. */
  readonly bundles?: Readonly<Record<string, CertificateSource>>;
}

/** Changed certificates are parsed again; an unchanged one costs a comparison. */
export function createCertificateEnds({ chains, bundles = {} }: CertificateSources): CertificateEnds {
  const readers = [...readersOf(chains, endOfFirst), ...readersOf(bundles, firstEnd)];
  return () => {
    const ends = new Map<string, number>();
    for (const [name, read] of readers) {
      const endMs = read();
      if (endMs !== undefined) ends.set(name, endMs);
    }
    return ends;
  };
}

type EndOf = (pem: string) => number | undefined;

function readersOf(sources: Readonly<Record<string, CertificateSource>>, endOf: EndOf) {
  return Object.entries(sources).map(([name, source]) => {
    let known: { readonly pem: string; readonly endMs: number | undefined } | undefined;
    const read = (): number | undefined => {
      const pem = source()?.toString() ?? '';
      if (pem === '') return undefined;
      if (known?.pem !== pem) known = { pem, endMs: endOf(pem) };
      return known.endMs;
    };
    return [name, read] as const;
  });
}

function endOfFirst(pem: string): number {
  return Date.parse(new X509Certificate(pem).validTo);
}

function firstEnd(pem: string): number | undefined {
  const parsed = parseCertificates([pem]);
  return parsed.ok ? Math.min(...parsed.value.map(({ validTo }) => Date.parse(validTo))) : undefined;
}
