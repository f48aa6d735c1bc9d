/** The IP families of a service, as far as its author leaves them to the cluster. Works on a draft of the spec. */
import type { Allocator, Report } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';
import { familyOfClusterIP, validateAddresses } from './service-addresses.rules.ts';
import type { ServiceSpec } from './service-spec.ts';
import { isOnlyAName, needsClusterIP, otherFamily } from './service-type.ts';

const single = 'SingleStack';
const families = ['IPv4', 'IPv6'];

/** Issues are complete at each step: what follows would only make them worse. */
export function completeFamilies(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  { addresses }: Allocator,
  report: Report,
): void {
  if (!needsClusterIP(spec) || isKeptPreference(spec, old)) return;
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? usualPolicyOf(spec);
  const steps = [
    () => validateAddresses(spec, report),
    () => {
      if (old !== undefined) followDowngrade(spec, old, report);
      validatePolicy(spec, report);
      inferFamilies(spec, addresses, report);
    },
    () => (isOnlyAName(spec) ? undefined : validateConfigured(spec, addresses, report)),
  ];
  for (const step of steps) {
    step();
    if (report.issues.length > 0) return;
  }
  addSecondFamily(spec, addresses);
}

function addSecondFamily(spec: ServiceSpec, addresses: Allocator['addresses']): void {
  const [own = firstOf(addresses)] = spec.ipFamilies ?? [];
  const mayHaveBoth = isOnlyAName(spec) || addresses.size === families.length;
  spec.ipFamilies = mayHaveBoth ? withSecond(spec, own) : [own];
}

function usualPolicyOf(spec: ServiceSpec): string {
  return isOnlyAName(spec) ? 'RequireDualStack' : single;
}

/** A service that prefers two families keeps those that it has when the cluster gets, or loses, the second. */
function isKeptPreference(spec: ServiceSpec, old: ServiceSpec | undefined): boolean {
  const prefers = 'PreferDualStack';
  if (old === undefined || spec.ipFamilyPolicy !== prefers || (old.ipFamilyPolicy ?? prefers) !== prefers) return false;
  if (spec.type !== old.type) return false;
  return isSame(spec.clusterIPs ?? [], old.clusterIPs ?? []) && isSame(spec.ipFamilies ?? [], old.ipFamilies ?? []);
}

function firstOf(addresses: Allocator['addresses']): string {
  const [family = 'IPv4'] = addresses.keys();
  return family;
}

function withSecond({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec, own: string): string[] {
  if (ipFamilies.length > 1) return ipFamilies;
  return ipFamilyPolicy === single ? [own] : [own, otherFamily(own)];
}

/** The second address goes where the policy says so, and nothing else says otherwise. */
function followDowngrade(spec: ServiceSpec, old: ServiceSpec, report: Report): void {
  for (const [key, what] of [
    ['clusterIPs', 'cluster IP'],
    ['ipFamilies', 'IP family'],
  ] as const) {
    const [after, before] = [spec[key] ?? [], old[key] ?? []];
    if (spec.ipFamilyPolicy === single) {
      if (after.length > 1 && isSame(after, before)) spec[key] = after.slice(0, 1);
    } else if (after.length > 0 && after.length < before.length) {
      report.invalid('ipFamilyPolicy', spec.ipFamilyPolicy, `must be '${single}' to release the secondary ${what}`);
    }
  }
}

function validatePolicy({ clusterIPs = [], ipFamilies = [], ipFamilyPolicy }: ServiceSpec, report: Report): void {
  if (ipFamilyPolicy !== single) return;
  for (const [values, what] of [
    [clusterIPs, 'cluster IPs'],
    [ipFamilies, 'IP families'],
  ] as const) {
    if (values.length !== 2) continue;
    const detail = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
    report.invalid('ipFamilyPolicy', ipFamilyPolicy, detail);
  }
}

/** The rules have seen to it that each address is of the family at its place. */
function inferFamilies(spec: ServiceSpec, addresses: Allocator['addresses'], report: Report): void {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  const known = [...ipFamilies];
  for (const [index, address] of clusterIPs.entries()) {
    if (address === 'None') return;
    if (index < ipFamilies.length) continue;
    const family = familyOfClusterIP(address);
    if (addresses.has(family)) known.push(family);
    else report.invalid(`clusterIPs[${index}]`, clusterIPs, `${family} is not configured on this cluster`);
  }
  if (known.length > ipFamilies.length) spec.ipFamilies = known;
}

function validateConfigured(
  { ipFamilies = [], ipFamilyPolicy }: ServiceSpec,
  addresses: Allocator['addresses'],
  report: Report,
): void {
  if (ipFamilyPolicy === 'RequireDualStack' && addresses.size < families.length) {
    report.invalid('ipFamilyPolicy', ipFamilyPolicy, 'this cluster is not configured for dual-stack services');
  }
  ipFamilies.forEach((family, index) => {
    if (!addresses.has(family)) report.invalid(`ipFamilies[${index}]`, family, 'not configured on this cluster');
  });
}
