/** Resolves the location of a connect request: the server to proxy to, and the path there. */
import type { Node } from '@keelson/api';
import type { CalloutTarget } from '@keelson/callouts';
import { badRequest, type RequestTarget } from '@keelson/meta';
import type { ConnectOptions } from '@keelson/registry';
import type { AgentRequest, ConnectionRoute, ProxySubresource } from '@keelson/schema';

import { parseConnectionName, type ConnectionName } from './connection-name.ts';
import { findEndpoint } from './find-endpoint.ts';
import { agentOf, printOrigin, type AgentSettings } from './node-agents.ts';
import { findHostAddress, isProxyableAddress, notAllowed } from './proxyable-address.ts';
import type { ObjectReaders, ObjectRead } from './read-objects.ts';

export interface LocationParts {
  readonly read: ObjectReaders;
  readonly agents: AgentSettings;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** `path`: with the query. Empty for that of the request. */
export interface Location {
  readonly target: CalloutTarget;
  readonly path: string;
}

export interface ConnectionAsked {
  readonly place: RequestTarget;
  readonly options: ConnectOptions;
}

type RouteOf<Kind extends ConnectionRoute['kind']> = Extract<ConnectionRoute, { readonly kind: Kind }>;

export function routeOf({ resource, subresource = '' }: RequestTarget): ConnectionRoute {
  const part = resource.subresources[subresource] as ProxySubresource;
  return part.leadsTo;
}

/** `undefined` where there is nothing to read yet. */
export async function locateText(
  parts: LocationParts,
  { place, options }: ConnectionAsked,
  { locate, skipsVerification }: RouteOf<'text'>,
): Promise<ObjectRead<Location | undefined>> {
  const found = await parts.read.at(place);
  if (!found.ok) return found;
  const located = locate(found.object as never, options as never);
  if (!located.ok) return { ok: false, status: badRequest(located.fault.message) };
  if (located.value === undefined) return { ok: true, object: undefined };
  const location = await locateAtAgent(parts, located.value);
  if (!location.ok || !skipsVerification(options as never)) return location;
  const { authorities: _, ...target } = location.object.target;
  return { ok: true, object: { ...location.object, target: { ...target, skipsVerification: true } } };
}

export async function locateStream(
  parts: LocationParts,
  { place, options }: ConnectionAsked,
  { locate }: RouteOf<'stream'>,
): Promise<ObjectRead<Location>> {
  const found = await parts.read.at(place);
  if (!found.ok) return found;
  const located = locate(found.object as never, options as never);
  if (!located.ok) return { ok: false, status: badRequest(located.fault.message) };
  return locateAtAgent(parts, located.value);
}

async function locateAtAgent(
  { read, agents }: LocationParts,
  { node, path, query }: AgentRequest,
): Promise<ObjectRead<Location>> {
  const found = await read.node(undefined, node);
  if (!found.ok) return found;
  const agent = agentOf(found.object, agents);
  if (!agent.ok) return agent;
  const asked = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return { ok: true, object: { target: agent.agent.target, path: asked === '' ? path : `${path}?${asked}` } };
}

/** The limits of the requests here count for those behind the proxy too. */
const maxInFlight = 10_000;

/** A server that is no agent: nothing is known that its certificate could be verified with. */
function serverAt(origin: string): CalloutTarget {
  return { name: 'cluster-proxy', address: { kind: 'url', origin }, skipsVerification: true, maxInFlight };
}

/** The server that a request is proxied to. */
export async function locateServer(
  parts: LocationParts,
  { place }: ConnectionAsked,
  route: RouteOf<'object' | 'endpoints' | 'agent'>,
): Promise<ObjectRead<CalloutTarget>> {
  const { resource, namespace = '', name: text = '' } = place;
  const asked = parseConnectionName(text);
  if (asked === undefined) {
    return { ok: false, status: badRequest(`invalid ${resource.singular} request ${JSON.stringify(text)}`) };
  }
  const { name } = asked;
  if (route.kind === 'endpoints') {
    const origin = await findEndpoint({ read: parts.read, namespace, random: parts.random }, asked);
    return origin.ok ? { ok: true, object: serverAt(origin.object) } : origin;
  }
  const found = await parts.read.at({ ...place, name });
  if (!found.ok) return found;
  if (route.kind === 'agent') return locateAtNode(parts.agents, found.object as Node, asked);
  const { host, port } = route.locate(found.object as never, asked.port);
  if (!isProxyableAddress(host)) return { ok: false, status: badRequest(notAllowed) };
  return toServer(asked, host, port);
}

async function locateAtNode(
  agents: AgentSettings,
  node: Node,
  asked: ConnectionName,
): Promise<ObjectRead<CalloutTarget>> {
  const found = agentOf(node, agents);
  if (!found.ok) return found;
  const { host, port, target } = found.agent;
  const resolved = await findHostAddress(host);
  if (!resolved.ok) return { ok: false, status: badRequest(resolved.message) };
  const isAgent = asked.port === '' || asked.port === String(port);
  const server: ObjectRead<CalloutTarget> = isAgent ? { ok: true, object: target } : toServer(asked, host, asked.port);
  return server.ok ? { ok: true, object: { ...server.object, connectTo: resolved.address } } : server;
}

const portNumber = /^\d*$/;

/** A client may write anything for a port: `x@HOST` would make the address that was checked a user name at another host. */
function toServer({ scheme }: ConnectionName, host: string, port: string): ObjectRead<CalloutTarget> {
  const origin = printOrigin(scheme === '' ? 'http' : scheme, host, port);
  if (portNumber.test(port) && URL.canParse(origin)) return { ok: true, object: serverAt(origin) };
  return { ok: false, status: badRequest(`invalid address ${JSON.stringify(origin)}`) };
}
