/** Deprecated versions that were requested, from the metrics of a server: its gauge, joined with its count of requests. */
import { createApiScheme } from '@keelson/api';
import { groupVersion } from '@keelson/schema';

import { findEnd, type DeprecatedUse, type FindingScope } from './deprecated-use.ts';

interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const joined = ['group', 'version', 'resource', 'subresource'] as const;

export function findRequested(metrics: string, scope: FindingScope): DeprecatedUse[] {
  const series = parseSeries(metrics);
  const requests = new Map<string, number>();
  for (const { name, labels, value } of series) {
    if (name !== 'apiserver_request_total') continue;
    const key = keyOf(labels);
    requests.set(key, (requests.get(key) ?? 0) + value);
  }
  const scheme = createApiScheme({ includeRetired: true, domain: scope.domain });
  return series.flatMap(({ name, labels }) => {
    if (name !== 'apiserver_requested_deprecated_apis') return [];
    const { group = '', version = '', resource: plural = '', subresource = '' } = labels;
    const resource = scheme.resource(group, version, plural);
    const end = resource && findEnd(resource, scope);
    if (resource === undefined || end === undefined) return [];
    const count = requests.get(keyOf(labels)) ?? 0;
    const use = `${String(count)} ${count === 1 ? 'request' : 'requests'}${subresource === '' ? '' : ` of ${subresource}`}`;
    return [{ found: 'request' as const, apiVersion: groupVersion(resource), kind: resource.kind, use, ...end }];
  });
}

/** The resources, as `plural.group`, of which the server stores none, as far as its metrics tell. */
export function emptyResources(
  metrics: string,
): (resource: { readonly plural: string; readonly group: string }) => boolean {
  const empty = new Set(
    parseSeries(metrics).flatMap(({ name, labels, value }) =>
      name === 'apiserver_storage_objects' && value === 0 ? [labels['resource'] ?? ''] : [],
    ),
  );
  return ({ plural, group }) => empty.has(group === '' ? plural : `${plural}.${group}`);
}

function keyOf(labels: Series['labels']): string {
  return joined.map((label) => labels[label] ?? '').join('\u0000');
}

function parseSeries(text: string): Series[] {
  return text.split('\n').flatMap((line) => {
    const [open, close] = [line.indexOf('{'), line.lastIndexOf('} ')];
    if (line.startsWith('#') || open < 0 || close < open) return [];
    const labels = line
      .slice(open + 1, close)
      .split('",')
      .map((pair) => pair.replace(/"$/, '').split('="'));
    const entries = labels.map(([key = '', value = '']) => [key, value] as const);
    return [{ name: line.slice(0, open), labels: Object.fromEntries(entries), value: Number(line.slice(close + 2)) }];
  });
}
