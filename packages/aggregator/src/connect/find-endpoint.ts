/** One of the ready addresses of a Service, for a request that a client has proxied there. Messages are those of 1.24. */
import type { Endpoints } from '@keelson/api';
import { serviceUnavailable } from '@keelson/meta';

import type { ConnectionName } from './connection-name.ts';
import { printOrigin } from './node-agents.ts';
import { isProxyableAddress } from './proxyable-address.ts';
import type { ObjectReaders, ObjectRead } from './read-objects.ts';

export interface EndpointSearch {
  readonly read: Pick<ObjectReaders, 'service' | 'endpoints' | 'pod'>;
  readonly namespace: string;
  /** From 0 up to 1. */
  readonly random: () => number;
}

type Subset = NonNullable<Endpoints['subsets']>[number];
type Address = NonNullable<Subset['addresses']>[number];

/** The origin to connect to. */
export async function findEndpoint(search: EndpointSearch, asked: ConnectionName): Promise<ObjectRead<string>> {
  const { read, namespace } = search;
  const port = await findPortName(search, asked);
  if (!port.ok) return port;
  const found = await read.endpoints(namespace, asked.name);
  if (!found.ok) return found;
  const { subsets = [] } = found.object;
  const address = await pickAddress(search, subsets, port.object);
  if (address !== undefined) {
    const scheme = asked.scheme === '' ? 'http' : asked.scheme;
    return { ok: true, object: printOrigin(scheme, address.ip, String(address.port)) };
  }
  const id = subsets.length === 0 ? asked.name : printName(asked);
  return unavailable(`no endpoints available for service ${JSON.stringify(id)}`);
}

async function pickAddress(search: EndpointSearch, subsets: readonly Subset[], portName: string) {
  for (const { addresses = [], ports = [] } of fromAnywhere(subsets, search.random)) {
    const port = ports.find(({ name = '' }) => name === portName)?.port;
    if (port === undefined) continue;
    for (const address of fromAnywhere(addresses, search.random)) {
      if (await isOfPod(search, address)) return { ip: address.ip, port };
    }
  }
  return undefined;
}

/** Endpoints know ports by their names; a number is one of the Service. */
async function findPortName({ read, namespace }: EndpointSearch, asked: ConnectionName): Promise<ObjectRead<string>> {
  if (!/^[+-]?\d+$/.test(asked.port)) return { ok: true, object: asked.port };
  const found = await read.service(namespace, asked.name);
  if (!found.ok) return found;
  const wanted = Number(asked.port);
  const port = (found.object.spec.ports ?? []).find((each) => each.port === wanted);
  if (port !== undefined) return { ok: true, object: port.name ?? '' };
  return unavailable(`no service port ${wanted} found for service ${JSON.stringify(asked.name)}`);
}

/** Endpoints can be written by those who may not connect to pods elsewhere: an address counts if a pod of the namespace has it. */
async function isOfPod({ read, namespace }: EndpointSearch, { ip, targetRef }: Address): Promise<boolean> {
  if (targetRef?.namespace !== namespace || !isProxyableAddress(ip)) return false;
  const pod = await read.pod(namespace, targetRef.name ?? '');
  return pod.ok && (pod.object.status.podIPs ?? []).some((each) => each.ip === ip);
}

/** All of them, in their order, from one of them on. */
function fromAnywhere<T>(all: readonly T[], random: () => number): readonly T[] {
  const first = Math.floor(random() * all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

function printName({ scheme, name, port }: ConnectionName): string {
  if (scheme !== '') return `${scheme}:${name}:${port}`;
  return port === '' ? name : `${name}:${port}`;
}

function unavailable(message: string): { readonly ok: false; readonly status: ReturnType<typeof serviceUnavailable> } {
  return { ok: false, status: serviceUnavailable(message) };
}
