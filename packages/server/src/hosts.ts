/** The names and addresses a server is reached under, for its certificate and its kubeconfig. */
import { hostname } from 'node:os';
import { isIP } from 'node:net';

export function hostsOf(bindAddress: string): string[] {
  const own = ['localhost', '127.0.0.1', '::1', hostname()];
  const isSpecific = bindAddress !== '0.0.0.0' && bindAddress !== '::';
  return [...new Set(isSpecific ? [...own, bindAddress] : own)].filter((host) => host !== '');
}

/** Where a client on this machine finds the server. */
export function urlOf(bindAddress: string, port: number): string {
  const host = bindAddress === '0.0.0.0' || bindAddress === '::' ? '127.0.0.1' : bindAddress;
  return `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
