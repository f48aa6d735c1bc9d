/** Valid names of compute resources, and the rules for amounts that follow from a name. */
import { qualifiedName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

const containerResources: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Objects, which are counted one by one. */
const countedResources: ReadonlySet<string> = new Set([
  'pods',
  'services',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);

const quotaResources: ReadonlySet<string> = new Set([
  ...containerResources,
  ...countedResources,
  'storage',
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
]);

const hugePagesPrefix = 'hugepages-';

export function isHugePages(name: string): boolean {
  return name.startsWith(hugePagesPrefix);
}

/** Names without a domain and names in a `kubernetes.io/` domain. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Names of resources that a device plugin or an operator adds. */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith('requests.')) return false;
  return qualifiedName.check(`requests.${name}`).length === 0;
}

/** Huge pages and non-native resources cannot be overcommitted: their request has to equal the limit. */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

export function isWholeResource(name: string): boolean {
  return countedResources.has(name) || isExtendedResource(name);
}

function isStandardResource(name: string): boolean {
  return quotaResources.has(name) || isHugePages(name) || name.startsWith(`requests.${hugePagesPrefix}`);
}

export function validateResourceName(name: string, path: string, report: Report): void {
  const problems = qualifiedName.check(name);
  for (const problem of problems) report.invalid(path, name, problem);
  if (problems.length === 0 && !name.includes('/') && !isStandardResource(name)) {
    report.invalid(path, name, 'must be a standard resource type or fully qualified');
  }
}

export function validateQuotaResourceName(name: string, path: string, report: Report): void {
  validateResourceName(name, path, report);
  if (name.includes('/') || isQuotaResource(name)) return;
  report.invalid(path, name, 'must be a standard resource for quota');
}

/** Claims are counted by what they request. */
export function isQuotaResource(name: string): boolean {
  return name !== 'storage' && isStandardResource(name);
}

export function validateContainerResourceName(name: string, path: string, report: Report): void {
  validateResourceName(name, path, report);
  if (name.includes('/')) {
    if (isNativeResource(name) || isExtendedResource(name)) return;
    report.invalid(path, name, "doesn't follow extended resource name standard");
    return;
  }
  if (!containerResources.has(name) && !isHugePages(name)) {
    report.invalid(path, name, 'must be a standard resource for containers');
  }
}
