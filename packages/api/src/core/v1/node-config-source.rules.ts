/** Rules for where a kubelet takes its configuration from: a key of a ConfigMap, whose version only the status names. */
import { configMapKey, dns1123Label, dns1123Subdomain } from '@keelson/meta';
import type { Report, StringFormat } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type { ConfigMapNodeConfigSource, NodeConfigSource } from './node-config-source.ts';

export const configSourceRules = [
  'A source of the configuration of a kubelet is a key of a ConfigMap, whose version only the status names.',
];

interface Place {
  readonly isInStatus: boolean;
}

export function validateConfigSource(
  source: NodeConfigSource | undefined,
  path: string,
  place: Place,
  report: Report,
): void {
  if (source === undefined) return;
  const { configMap } = source;
  if (configMap !== undefined) report.within(`${path}.configMap`, () => validateConfigMap(configMap, place, report));
  else report.invalid(path, source, 'exactly one reference subfield must be non-nil');
}

const formats = {
  namespace: dns1123Label,
  name: dns1123Subdomain,
  kubeletConfigKey: configMapKey,
} satisfies Record<string, StringFormat>;

function validateConfigMap(source: ConfigMapNodeConfigSource, { isInStatus }: Place, report: Report): void {
  for (const key of ['uid', 'resourceVersion'] as const) {
    const isSet = (source[key] ?? '') !== '';
    if (isInStatus && !isSet) report.required(key, `${key} must be set in status`);
    if (!isInStatus && isSet) report.forbidden(key, `${key} must not be set in spec`);
  }
  for (const key of ['namespace', 'name', 'kubeletConfigKey'] as const) {
    if (source[key] === '') report.required(key, `${key} must be set`);
    else reportFormat(report, key, source[key], formats[key]);
  }
}
