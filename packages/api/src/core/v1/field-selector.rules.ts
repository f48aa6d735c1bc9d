/** Rules for references to a field or a resource of the pod itself. */
import { qualifiedName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { isGateOn } from '../../feature-gates/is-gate-on.ts';
import type { ObjectFieldSelector, ResourceFieldSelector } from './field-selector.ts';

/** Pod fields that environment variables can refer to. */
export const envFields: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.podIP',
  'status.podIPs',
];

/** Pod fields that files in a downward API volume can refer to. */
export const volumeFields: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** All fields that a reference may be about, wherever it stands. */
const knownFields: ReadonlySet<string> = new Set([
  ...envFields,
  ...volumeFields,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);

const maps: ReadonlySet<string> = new Set(['metadata.annotations', 'metadata.labels']);

export function validateFieldSelector(
  selector: ObjectFieldSelector,
  supported: readonly string[],
  path: string,
  report: Report,
): void {
  const { apiVersion = '', fieldPath } = selector;
  report.within(path, () => {
    if (apiVersion === '') return report.required('apiVersion');
    if (fieldPath === '') return report.required('fieldPath');
    const resolved = resolveField(apiVersion, fieldPath);
    if (!resolved.ok) {
      return report.invalid('fieldPath', fieldPath, `error converting fieldPath: ${resolved.problem}`);
    }
    const { field, key } = resolved;
    if (key !== undefined) {
      const checked = field === 'metadata.annotations' ? key.toLowerCase() : key;
      for (const problem of qualifiedName.check(checked)) report.invalid('', checked, problem);
    } else if (!supported.includes(field)) {
      report.notSupported('fieldPath', field, supported);
    }
  });
}

type Resolved =
  | { readonly ok: true; readonly field: string; readonly key?: string }
  | { readonly ok: false; readonly problem: string };

function resolveField(apiVersion: string, fieldPath: string): Resolved {
  if (apiVersion !== 'v1') return { ok: false, problem: `unsupported pod version: ${apiVersion}` };
  const opening = fieldPath.indexOf("['", 1);
  if (opening > 0 && fieldPath.endsWith("']") && fieldPath.length >= opening + 4) {
    const field = fieldPath.slice(0, opening);
    if (maps.has(field)) return { ok: true, field, key: fieldPath.slice(opening + 2, -2) };
    return { ok: false, problem: `field label does not support subscript: ${fieldPath}` };
  }
  // The older name of spec.nodeName.
  if (fieldPath === 'spec.host') return { ok: true, field: 'spec.nodeName' };
  if (knownFields.has(fieldPath)) return { ok: true, field: fieldPath };
  return { ok: false, problem: `field label not supported: ${fieldPath}` };
}

const resources: readonly string[] = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const hugePages = /^(limits|requests)\.hugepages-/;

function isHugePages(resource: string, report: Report): boolean {
  return hugePages.test(resource) && isGateOn(report, 'DownwardAPIHugePages');
}

interface Where {
  readonly path: string;
  /** In a volume it is not clear which container is meant. */
  readonly isInVolume: boolean;
}

export function validateResourceSelector(selector: ResourceFieldSelector, where: Where, report: Report): void {
  const { containerName = '', resource, divisor } = selector;
  report.within(where.path, () => {
    if (where.isInVolume && containerName === '') report.required('containerName');
    else if (resource === '') report.required('resource');
    else if (!resources.includes(resource) && !isHugePages(resource, report)) {
      report.notSupported('resource', resource, resources);
    }
    validateDivisor(resource, divisor, report);
  });
}

const cpuDivisors = '1m and 1';
const byteDivisors = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';

function validateDivisor(resource: string, divisor: string, report: Report): void {
  const what = describeResource(resource);
  if (divisor === '0' || what === undefined) return;
  const allowed = what === 'cpu' ? cpuDivisors : byteDivisors;
  if (allowed.split(/, | and /).includes(divisor)) return;
  report.invalid('divisor', resource, `only divisor's values ${allowed} are supported with the ${what} resource`);
}

function describeResource(resource: string): string | undefined {
  if (hugePages.test(resource)) return 'hugepages';
  if (!resources.includes(resource)) return undefined;
  const name = resource.slice(resource.indexOf('.') + 1);
  return name === 'ephemeral-storage' ? 'local ephemeral storage' : name;
}
