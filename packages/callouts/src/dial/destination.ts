/** The address of a target: where to connect, which name its certificate must have, and what `Host` says. */
import type { CalloutFailure, CalloutTarget, ResolveService } from '../contract.ts';
import { failedCall } from '../failure.ts';

export interface Destination {
  readonly ok: true;
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** The name in its certificate. */
  readonly serverName: string;
}

export function findDestination(
  { address, serverName, connectTo }: CalloutTarget,
  resolve: ResolveService,
): Destination | CalloutFailure {
  if (address.kind === 'service') {
    const resolved = resolve(address.service);
    if (!resolved.ok) return failedCall('unresolved', resolved.message, false);
    const { name, namespace } = address.service;
    const { host, port } = resolved;
    return { ok: true, host, port, isSecure: true, serverName: serverName ?? `${name}.${namespace}.svc` };
  }
  return findAtOrigin(address.origin, serverName, connectTo);
}

function findAtOrigin(
  origin: string,
  serverName: string | undefined,
  connectTo: string | undefined,
): Destination | CalloutFailure {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return failedCall('invalid', `unsupported protocol scheme in ${JSON.stringify(origin)}`, false);
  }
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  return { ok: true, host: connectTo ?? host, port, isSecure, serverName: serverName ?? host };
}

/** The value of `Host`: as the target is named, not as it was resolved. */
export function hostHeader({ address }: CalloutTarget): string {
  if (address.kind === 'url') return URL.canParse(address.origin) ? new URL(address.origin).host : '';
  const { name, namespace, port } = address.service;
  return `${name}.${namespace}.svc:${port}`;
}
