/** The headers of a proxied answer: those of the other server, added to those that every answer of this one has. */
import type { Outgoing } from '@keelson/http';

import { concernsConnection, eachHeader } from './connection-headers.ts';

const dropped = new Set([
  // Each answer has one of its own.
  'date',
  'audit-id',
  // Which origins may read answers is for this server to say.
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
]);

/** Rewrites the `Location` header of a proxied response for clients of this server. */
export type RewriteLocation = (location: string) => string;

export function setAnswerHeaders(
  response: Outgoing,
  rawHeaders: readonly string[],
  rewriteLocation: RewriteLocation,
): void {
  const fields = new Map<string, { readonly name: string; readonly values: string[] }>();
  const isConnections = concernsConnection(rawHeaders);
  for (const [key, text, name] of eachHeader(rawHeaders)) {
    if (dropped.has(key) || isConnections(key)) continue;
    const value = key === 'location' ? rewriteLocation(text) : text;
    const field = fields.get(key);
    if (field === undefined) fields.set(key, { name, values: [value] });
    else field.values.push(value);
  }
  for (const { name, values } of fields.values()) {
    const before = response.getHeader(name);
    const all = before === undefined ? values : [...[before].flat().map(String), ...values];
    const [only = ''] = all;
    response.setHeader(name, all.length === 1 ? only : all);
  }
}
