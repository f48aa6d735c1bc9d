/** Where a request came from: addresses, and the program that made it. */
import { isIP } from 'node:net';

import type { Origin } from '@keelson/audit';
import type { ClientConnection, Incoming } from '@keelson/http';

const userAgentLimit = 1024;

interface Known {
  readonly headers: object;
  readonly origin: Origin;
}

/** Most connections say the same with every request. */
const known = new WeakMap<ClientConnection, Known>();

export function originOf(incoming: Incoming): Origin {
  const { headers, connection } = incoming;
  const before = known.get(connection);
  if (before?.headers === headers) return before.origin;
  const origin = { sourceIps: sourceIpsOf(incoming), userAgent: shorten(headers['user-agent'] ?? '') };
  const isSame = before !== undefined && isEqual(before.origin, origin);
  // An equal origin keeps its object, because other values are cached by that object.
  known.set(connection, { headers, origin: isSame ? before.origin : origin });
  return isSame ? before.origin : origin;
}

function isEqual(one: Origin, other: Origin): boolean {
  return one.userAgent === other.userAgent && one.sourceIps.join() === other.sourceIps.join();
}

function shorten(userAgent: string): string {
  return userAgent.length > userAgentLimit ? `${userAgent.slice(0, userAgentLimit)}...TRUNCATED` : userAgent;
}

/** The addresses that proxies tell of, and last the one that cannot be made up. */
function sourceIpsOf({ headers, connection }: Incoming): readonly string[] {
  const { 'x-forwarded-for': forwarded, 'x-real-ip': real } = headers;
  const remote = connection.remoteAddress;
  const told = forwarded === undefined ? [] : addressesIn(forwarded);
  const nearest = real === undefined ? [] : addressesIn(real).slice(0, 1);
  const ips = [...told, ...nearest.filter((ip) => !told.includes(ip))];
  return remote === '' || ips.at(-1) === remote ? ips : [...ips, remote];
}

function addressesIn(header: string | readonly string[]): string[] {
  const words = [header].flat().join(',').split(',');
  return words.map((word) => word.trim()).filter((word) => isIP(word) !== 0);
}
