/**
 * The calendar of enumerated values: the release that brought each value which fields of built-in kinds take, where it came
 * after the oldest release that can be emulated. Before it, a new object with the value is refused.
 */
import { isLater, type Message, type Release } from '@keelson/schema';

export interface ValueRow {
  readonly introduced: Release;
  /** The API group, as messages are named: `core` for the core group. All its versions are meant. */
  readonly group: string;
  readonly message: string;
  readonly field: string;
  readonly value: string;
}

const row = (introduced: Release, value: string, fields: string): ValueRow[] =>
  fields.split(' ').map((path) => {
    const [group = '', message = '', field = ''] = path.split('.');
    return { introduced, group, message, field, value };
  });

export const valueRows: readonly ValueRow[] = [
  ...row('1.19', 'SCTP', 'core.ContainerPort.protocol core.ServicePort.protocol core.EndpointPort.protocol'),
  ...row('1.19', 'SCTP', 'networking.NetworkPolicyPort.protocol discovery.EndpointPort.protocol'),
  ...row('1.20', 'ContainerResource', 'autoscaling.MetricSpec.type'),
  ...row('1.21', 'CrossNamespacePodAffinity', 'core.ResourceQuotaSpec.scopes'),
  ...row('1.21', 'CrossNamespacePodAffinity', 'core.ScopedResourceSelectorRequirement.scopeName'),
  ...row(
    '1.22',
    'ReadWriteOncePod',
    'core.PersistentVolumeSpec.accessModes core.PersistentVolumeClaimSpec.accessModes',
  ),
];

/**
 * Returns a function that tells the values of a field that came after the release; undefined where none did. Fields that no
 * row names cost one look-up.
 */
export function valuesAfter(
  release: Release,
): ((message: Pick<Message, 'name'>, field: string) => readonly string[] | undefined) | undefined {
  const later = new Map<string, string[]>();
  for (const { introduced, group, message, field, value } of valueRows) {
    if (!isLater(introduced, release)) continue;
    const key = `${group} ${message} ${field}`;
    later.set(key, [...(later.get(key) ?? []), value]);
  }
  if (later.size === 0) return undefined;
  return ({ name }, field) => {
    // As `io.k8s.api.GROUP.VERSION.MESSAGE`.
    const [message = '', , group = ''] = name.split('.').reverse();
    return later.get(`${group} ${message} ${field}`);
  };
}
