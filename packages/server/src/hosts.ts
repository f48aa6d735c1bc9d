/** The names and addresses a server is reached under, for its certificate and its kubeconfig. */
import { hostname } from 'node:os';
import { isIP } from 'node:net';

import { ownService } from '@keelson/api';
import { addressRange } from '@keelson/registry';

import { advertisedAddress } from './advertised-address.ts';

/** The part of the configuration that says where the server listens, and where the cluster finds it. */
interface Addresses {
  readonly serving: { readonly bindAddress: string };
  readonly services: { readonly addresses: readonly string[]; readonly own: { readonly advertised: string } };
}

const clusterDomain = 'cluster.local';

/** Names of the Service of this API, from within its namespace to the whole cluster: pods verify the server by them. */
const { name, namespace } = ownService;
const inNamespace = `${name}.${namespace}`;
const serviceNames = [name, inNamespace, `${inNamespace}.svc`, `${inNamespace}.svc.${clusterDomain}`];

export function hostsOf({ serving, services }: Addresses): string[] {
  const { bindAddress } = serving;
  const { advertised } = services.own;
  const [network] = services.addresses;
  const clusterIP = network === undefined ? '' : firstAddressOf(network);
  const names = ['localhost', hostname(), ...serviceNames];
  const addresses = [
    '127.0.0.1',
    '::1',
    clusterIP,
    bindAddress,
    advertised,
    advertisedAddress(advertised, bindAddress),
  ];
  return [...new Set([...names, ...addresses])].filter(isReachable);
}

/** Of a network of Services: that of the Service of the API. */
export function firstAddressOf(network: string): string {
  return addressRange(network, false).itemAt(0);
}

function isReachable(host: string | undefined): host is string {
  return host !== undefined && !['', '0.0.0.0', '::'].includes(host);
}

/** Where a client on this machine finds the server. */
export function urlOf(bindAddress: string, port: number): string {
  const host = bindAddress === '0.0.0.0' || bindAddress === '::' ? '127.0.0.1' : bindAddress;
  return `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
