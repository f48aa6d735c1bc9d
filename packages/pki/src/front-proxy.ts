/**
 * The identity by which this server asks other API servers for its users: a client certificate, by whose authority they know
 * that what its requests say of the user is true. From files that an operator names, else of our own making.
 */
import type { FileSource, Reloads } from '@keelson/files';
import type { Logger } from '@keelson/telemetry';

import type { KeyPair } from './issue.ts';
import { isSignedBy, keepAuthority, keepPair, leafDays, makeFolder } from './keep-pair.ts';
import { parseServingPair } from './parse-certificates.ts';
import { renewCertificates } from './renew.ts';

/** The common name of the certificate of our own. */
export const frontProxyName = 'front-proxy-client';

export interface FrontProxyIdentity {
  /** In PEM, of this moment. The same object until it changes. */
  current(): KeyPair;
  /** The authority of our own that vouches for it, in PEM; undefined if an operator has named the certificate. */
  authority(): string | undefined;
  /** `tell` is called whenever it has changed. */
  onChange(tell: () => void): void;
  stop(): void;
}

export interface FrontProxyParts {
  /** Absent where the server makes its own. */
  readonly files?: { readonly certificate: FileSource; readonly privateKey: FileSource } | undefined;
  /** Of our own certificates. */
  readonly folder: string;
  readonly reloads: Reloads;
  readonly logger: Logger;
}

/** Rejects with a ConfigurationError if a file cannot be used. */
export async function openFrontProxy({ files, folder, reloads, logger }: FrontProxyParts): Promise<FrontProxyIdentity> {
  const told: (() => void)[] = [];
  let current: KeyPair;
  let authority: string | undefined;
  const tell = (): void => {
    for (const each of told) each();
  };
  let stop = (): void => undefined;
  if (files === undefined) {
    const keep = (now: Date) => keepFrontProxy(folder, now, logger);
    const own = await keep(new Date());
    const apply = (kept: typeof own): void => {
      current = kept.client;
      authority = kept.authority.certificate;
      tell();
    };
    current = own.client;
    authority = own.authority.certificate;
    stop = renewCertificates({ folder, keep, current: own, apply, logger });
  } else {
    const { certificate, privateKey } = files;
    const apply = (pair: KeyPair): void => {
      current = pair;
      tell();
    };
    current = await reloads.watch({ sources: [certificate, privateKey], parse: parsePair, apply });
  }
  return { current: () => current, authority: () => authority, onChange: (each) => void told.push(each), stop };
}

function parsePair(texts: readonly string[]) {
  const parsed = parseServingPair(texts);
  if (!parsed.ok) return parsed;
  const { chain, privateKey } = parsed.value;
  return { ok: true, value: { certificate: chain, privateKey } } as const;
}

/** An authority of its own: one that vouches for users as well would let every user name another one. */
async function keepFrontProxy(folder: string, now: Date, logger: Logger) {
  await makeFolder(folder);
  // Others learn of it from an object that is written again: where it cannot be kept, one for this process does.
  const kept = { folder, name: 'front-proxy-ca', now, logger, mustBeKept: false };
  const authority = await keepAuthority(kept, 'keelson-front-proxy-ca');
  const client = await keepPair({
    folder,
    name: frontProxyName,
    fits: (found) => isSignedBy(found, authority),
    now,
    logger,
    mustBeKept: false,
    make: async () => {
      const { issueLeaf } = await import('./issue.ts');
      return issueLeaf(authority, { subject: { commonName: frontProxyName }, usage: 'client', now, days: leafDays });
    },
  });
  return { authority, client };
}
