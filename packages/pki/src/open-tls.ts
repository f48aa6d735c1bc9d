/**
 * The TLS state of a server over its whole life: certificates, authorities and revocation
 * lists, each read again when its file changes; its own are renewed before they expire.
 * New connections use the new ones at once; the client certificates of open connections
 * are verified again.
 */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

import type { Logger } from '@keelson/telemetry';

import type { FileSource, Parsed, Reloads } from '@keelson/files';
import { findPath } from './certification-path.ts';
import type { KeptCertificates } from './keep.ts';
import { parseCertificates, parseServingPair, reasonOf, type ServingPair } from './parse-certificates.ts';
import { createPeerTrust, type PeerTrust, type Revocations } from './peer-trust.ts';
import { tlsSettingsOf, type TlsChoice, type TlsSettings } from './tls-settings.ts';

/** The certificate that the server shows, and how. */
export interface ServingCertificates {
  /** Absent where the server makes its own. */
  readonly certificate?: { readonly chain: FileSource; readonly privateKey: FileSource } | undefined;
  readonly tls: TlsChoice;
  /** The authorities that clients are told to trust; found among those of client certificates when absent. */
  readonly rootAuthority?: FileSource | undefined;
}

/** The authorities of client certificates, beside the server's own. */
export interface ClientAuthorities {
  readonly clientAuthority?: FileSource | undefined;
  readonly revocations?: FileSource | undefined;
  readonly frontProxy?: { readonly authority: FileSource; readonly allowedNames: readonly string[] } | undefined;
}

export interface TlsParts {
  readonly serving: ServingCertificates;
  readonly callers: ClientAuthorities;
  readonly own: KeptCertificates;
  readonly reloads: Reloads;
  readonly logger: Logger;
}

export interface Tls {
  readonly trust: PeerTrust;
  /** The secure context for new connections. */
  secureContext(): SecureContextOptions;
  /** `tell` is called whenever the secure context has changed. */
  onChange(tell: () => void): void;
  /** In PEM: the authorities by which clients verify this server and all replicas of one authority. */
  trustedByClients(): string;
  /** The authorities of files, as they are now. An empty list where no file is named. */
  authorities(): Readonly<Record<ListName, Certificates>>;
  own(): KeptCertificates;
  replaceOwn(own: KeptCertificates): void;
}

type Certificates = readonly X509Certificate[];
type ListName = 'clients' | 'proxies' | 'roots';

/** Rejects with a ConfigurationError if a file cannot be used. */
export async function openTls({ serving, callers, own, reloads, logger }: TlsParts): Promise<Tls> {
  const settings = tlsSettingsOf(serving.tls);
  const trust = createPeerTrust();
  let kept = own;
  const told: (() => void)[] = [];
  let published: string | undefined;
  const tell = (): void => {
    published = undefined;
    for (const each of told) each();
  };
  const lists: Record<ListName, Certificates> = { clients: [], proxies: [], roots: [] };
  const trustLists = (): void => {
    const authority = new X509Certificate(kept.authority.certificate);
    // Our own stays trusted, so that the administrator's certificate keeps working.
    trust.trust({ clients: [authority, ...lists.clients], proxies: lists.proxies });
    tell();
  };
  const watchList = async (name: ListName, source: FileSource | undefined): Promise<void> => {
    if (source === undefined) return;
    const apply = (found: Certificates): void => {
      lists[name] = found;
      trustLists();
    };
    apply(await reloads.watch({ sources: [source], parse: parseCertificates, apply }));
  };

  let pair: ServingPair | undefined;
  if (serving.certificate !== undefined) {
    const { chain, privateKey } = serving.certificate;
    const apply = (found: ServingPair): void => {
      pair = found;
      tell();
    };
    const parse = (texts: readonly string[]) => checkPair(parseServingPair(texts), settings);
    pair = await reloads.watch({ sources: [chain, privateKey], parse, apply });
  }
  await watchList('clients', callers.clientAuthority);
  await watchList('proxies', callers.frontProxy?.authority);
  await watchList('roots', serving.rootAuthority);
  trust.trust({ proxyNames: callers.frontProxy?.allowedNames ?? [] });
  trustLists();
  await watchRevocations({ callers, reloads, logger, trust, own: () => kept });

  return {
    trust,
    secureContext: () => ({
      cert: pair?.chain ?? kept.server.certificate,
      key: pair?.privateKey ?? kept.server.privateKey,
      ca: [...trust.current.clients, ...trust.current.proxies].map(String),
      // An authority need not be a root: it is trusted because it is in the file.
      allowPartialTrustChain: true,
      ...settings,
    }),
    onChange: (listener) => void told.push(listener),
    trustedByClients: () => (published ??= publishedAuthorities(lists, pair) ?? kept.authority.certificate),
    authorities: () => lists,
    own: () => kept,
    replaceOwn: (renewed) => {
      kept = renewed;
      trustLists();
    },
  };
}

/**
 * The serving certificate differs from replica to replica: where an authority of the operator vouches for it, that is
 * published, and else the chain itself. Undefined where the server serves with its own.
 */
function publishedAuthorities(
  { roots, clients }: Readonly<Record<ListName, Certificates>>,
  pair: ServingPair | undefined,
): string | undefined {
  if (roots.length > 0) return roots.map(String).join('');
  if (pair === undefined) return undefined;
  const chain = parseCertificates([pair.chain]);
  const isVouchedFor = chain.ok && findPath(chain.value, clients) !== undefined;
  return isVouchedFor ? clients.map(String).join('') : pair.chain;
}

/** OpenSSL's refusals, such as of a key that is too short, are found before anything is replaced. */
function checkPair(parsed: Parsed<ServingPair>, settings: TlsSettings): Parsed<ServingPair> {
  if (!parsed.ok) return parsed;
  try {
    createSecureContext({ cert: parsed.value.chain, key: parsed.value.privateKey, ...settings });
    return parsed;
  } catch (error) {
    return { ok: false, message: `the certificate cannot be used: ${reasonOf(error)}` };
  }
}

interface RevocationParts extends Pick<TlsParts, 'callers' | 'reloads' | 'logger'> {
  readonly trust: PeerTrust;
  readonly own: () => KeptCertificates;
}

/** Read together with the authorities, one of which has to have signed each list. */
async function watchRevocations({ callers, reloads, logger, trust, own }: RevocationParts): Promise<void> {
  if (callers.revocations === undefined) return;
  const sources = [callers.revocations, callers.clientAuthority, callers.frontProxy?.authority].filter(
    (source) => source !== undefined,
  );
  const apply = (revocations: Revocations): void => {
    trust.trust({ revocations });
    const { nextUpdate } = revocations;
    if (nextUpdate !== undefined && nextUpdate.getTime() < Date.now()) {
      logger.warn('a revocation list should have been replaced by now; it still counts', { nextUpdate });
    }
  };
  // Loaded only when there is a list: the library takes a while.
  const { parseRevocations } = await import('./revocations.ts');
  const parse = (texts: readonly string[]) => {
    const authorities = [own().authority.certificate, ...texts.slice(1)].flatMap((text) => {
      const parsed = parseCertificates([text]);
      return parsed.ok ? parsed.value : [];
    });
    return parseRevocations(texts, authorities);
  };
  apply(await reloads.watch({ sources, parse, apply }));
}
