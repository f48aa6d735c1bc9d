/** Clients of deprecated versions, from the objects in which a server of this project reports them. */
import { catalog, type DeprecatedRequest } from '@keelson/api';
import { groupVersion, type Release } from '@keelson/schema';

import type { ApiClient } from '../migrate/api-client.ts';
import { isGone, type DeprecatedUse, type FindingScope } from './deprecated-use.ts';
import { listPages } from './list-pages.ts';

const reports = catalog
  .flatMap(({ resources }) => resources)
  .find(({ purpose }) => purpose?.kind === 'deprecatedRequest');

/** Undefined for a server that has no such objects, or does not show them. */
export async function findReported(client: ApiClient, scope: FindingScope): Promise<DeprecatedUse[] | undefined> {
  if (reports === undefined) return undefined;
  const path = `/apis/${groupVersion(reports)}/${reports.plural}`;
  const { status } = await client.ask(`${path}?limit=1`);
  if (status === notFound || status === forbidden) return undefined;
  const found: DeprecatedUse[] = [];
  for await (const page of listPages<DeprecatedRequest>(client, path)) found.push(...page.map(useOf));
  return found.filter(({ removedIn }) => isGone(removedIn, scope.until)).sort(byVersion);
}

const notFound = 404;
const forbidden = 403;

function useOf({ client, request, removedIn, useInstead, count, lastSeen }: DeprecatedRequest): DeprecatedUse {
  const { user, userAgent, sources = [] } = client;
  const { kind, subresource, verb } = request;
  const what = subresource === '' ? verb : `${verb} of ${subresource}`;
  const at = lastSeen ?? '';
  return {
    found: 'request',
    apiVersion: groupVersion(request),
    kind,
    removedIn: removedIn as Release | '',
    useInstead: useInstead.split(' ')[0] ?? '',
    use: `${user} (${userAgent}) from ${sources.join(', ')}: ${String(count)} × ${what}, last at ${at}`,
    client: { user, userAgent, sources, verb: what, count, lastSeen: at },
  };
}

function byVersion(a: DeprecatedUse, b: DeprecatedUse): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function keyOf({ apiVersion, kind, use }: DeprecatedUse): string {
  return `${apiVersion} ${kind} ${use}`;
}
