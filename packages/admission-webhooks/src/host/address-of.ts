/** The address of a webhook, its trust and the credentials that it is shown, as its client needs them. */
import { X509Certificate } from 'node:crypto';

import type { CalloutTarget, TargetCredentials } from '@keelson/callouts';

import type { Address, AddressOf, DeclaredHook } from '../matching/compiled-hook.ts';

/** By host and port, such as `policy.default.svc:443`. */
export type CredentialsFor = (hostPort: string) => TargetCredentials | undefined;

export function createAddressOf(credentialsFor: CredentialsFor): AddressOf {
  return (hook) => {
    const { url } = hook.clientConfig;
    if (url !== undefined && !URL.canParse(url))
      return { target: `could not get REST client: ${url} is no URL`, path: '', url };
    const found = url === undefined ? serviceOf(hook, credentialsFor) : urlOf(hook, url, credentialsFor);
    return withAuthorities(found, hook.clientConfig.caBundle ?? '');
  };
}

interface Found {
  readonly target: CalloutTarget;
  readonly path: string;
  readonly url: string;
}

function urlOf({ name }: DeclaredHook, url: string, credentialsFor: CredentialsFor): Found {
  const { origin, host, port, pathname } = new URL(url);
  const credentials = credentialsFor(port === '' ? `${host}:443` : host);
  return {
    target: { name, address: { kind: 'url', origin }, credentials },
    path: pathname,
    url: `${origin}${pathname}`,
  };
}

function serviceOf({ name, clientConfig }: DeclaredHook, credentialsFor: CredentialsFor): Found {
  const { namespace = '', name: service = '', path = '/', port = 443 } = clientConfig.service ?? {};
  const host = `${service}.${namespace}.svc:${port}`;
  const target: CalloutTarget = {
    name,
    address: { kind: 'service', service: { namespace, name: service, port } },
    credentials: credentialsFor(host),
  };
  const absolute = path.startsWith('/') ? path : `/${path}`;
  return { target, path: absolute, url: `https://${host}${absolute}` };
}

function withAuthorities({ target, path, url }: Found, caBundle: string): Address {
  if (caBundle === '') return { target, path, url };
  const authorities = Buffer.from(caBundle, 'base64').toString('utf8');
  return { target: isCertificate(authorities) ? { ...target, authorities } : unreadableBundle, path, url };
}

const unreadableBundle =
  'could not get REST client: unable to load root certificates: unable to parse bytes as PEM block';

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).serialNumber !== '';
  } catch {
    return false;
  }
}
