/** Rules for the addresses of a service: cluster IPs and their families, and external IPs. Paths are relative to the spec. */
import { ipAddress, isIPv4Bytes, parseIp } from '@keelson/meta';
import { stringsValue, type Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import { validateOrdinaryAddress } from './ordinary-address.rules.ts';
import type { ServiceSpec } from './service-spec.ts';
import { isHeadless } from './service-type.ts';

const families = ['IPv4', 'IPv6'];
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** Services of type ExternalName have no addresses; the rules of the type check that. */
export function validateAddresses(spec: ServiceSpec, report: Report): void {
  if (spec.type === 'ExternalName') return;
  validatePair(spec, report);
  validateFamilies(spec, report);
  const { clusterIPs = [] } = spec;
  if (!validateClusterIPs(clusterIPs, report)) return;
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(familyOfClusterIP)).size < 2) {
    report.invalid('clusterIPs', clusterIPs, 'may specify no more than one IP for each IP family');
  }
  if (!isHeadless(spec)) validateFamilyOfEach(spec, report);
}

function validatePair({ clusterIP = '', clusterIPs = [] }: ServiceSpec, report: Report): void {
  if (clusterIP !== '') {
    if (clusterIPs.length === 0) report.required('clusterIPs');
    else if (clusterIPs[0] !== clusterIP) {
      report.invalid('clusterIPs', clusterIPs, 'first value must match `clusterIP`');
    }
  } else if (clusterIPs.length > 0) {
    report.invalid('clusterIPs', clusterIPs, 'must be empty when `clusterIP` is not specified');
  }
}

function validateFamilies({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec, report: Report): void {
  const seen = new Set<string>();
  ipFamilies.forEach((family, index) => {
    if (!families.includes(family)) report.notSupported(`ipFamilies[${index}]`, family, families);
    if (seen.has(family)) report.duplicate(`ipFamilies[${index}]`, family);
    seen.add(family);
  });
  if (ipFamilyPolicy !== undefined && !policies.includes(ipFamilyPolicy)) {
    report.notSupported('ipFamilyPolicy', ipFamilyPolicy, policies);
  }
}

/** False where an address is none, and so has no family. */
function validateClusterIPs(addresses: readonly string[], report: Report): boolean {
  let isValid = true;
  addresses.forEach((address, index) => {
    if (index === 0 && address === 'None') {
      if (addresses.length === 1) return;
      report.invalid('clusterIPs', addresses, "'None' must be the first and only value");
      isValid = false;
    } else if (ipAddress.check(address).length > 0) {
      reportFormat(report, `clusterIPs[${index}]`, address, ipAddress);
      isValid = false;
    }
  });
  if (addresses.length > 2) report.invalid('clusterIPs', addresses, 'may only hold up to 2 values');
  return isValid;
}

function validateFamilyOfEach({ clusterIPs = [], ipFamilies = [] }: ServiceSpec, report: Report): void {
  clusterIPs.forEach((address, index) => {
    const family = ipFamilies[index] ?? '';
    if (!families.includes(family) || familyOfClusterIP(address) === family) return;
    report.invalid(
      `clusterIPs[${index}]`,
      address,
      `expected an ${family} value as indicated by \`ipFamilies[${index}]\``,
    );
  });
}

/** IPv4 for what is no address. */
export function familyOfClusterIP(address: string): string {
  const bytes = parseIp(address);
  return bytes === undefined || isIPv4Bytes(bytes) ? 'IPv4' : 'IPv6';
}

export function validateExternalIPs(addresses: readonly string[], report: Report): void {
  addresses.forEach((address, index) => {
    const path = `externalIPs[${index}]`;
    if (ipAddress.check(address).length > 0) reportFormat(report, path, address, ipAddress);
    else validateOrdinaryAddress(address, path, report);
  });
}

/** The second address and the second family may come and go; the first may not, unless the type does without. */
export function validateAddressesKept(spec: ServiceSpec, old: ServiceSpec, report: Report): void {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return;
  if (isHeadless(spec) && isHeadless(old)) return;
  validateClusterIPsKept(spec, old, report);
  if (isHeadless(spec) === isHeadless(old)) validateFamiliesKept(spec, old, report);
}

const isFixed = 'may not change once set';

function validateClusterIPsKept(spec: ServiceSpec, old: ServiceSpec, report: Report): void {
  const [after, before] = [spec.clusterIPs ?? [], old.clusterIPs ?? []];
  if (after.length === before.length) {
    before.forEach((address, index) => {
      if (address !== after[index]) report.invalid(`clusterIPs[${index}]`, after, isFixed);
    });
    return;
  }
  if (after.length === 0) {
    report.invalid('clusterIPs[0]', stringsValue(null), 'primary clusterIP can not be unset');
  } else if (before.length > 0 && after[0] !== before[0]) {
    report.invalid('clusterIPs[0]', after, isFixed);
  }
  if (after.length === 1 && before.length > 1) requireSingleStack(spec, 'clusterIP', report);
}

/** Clients know these causes with the first family. */
function validateFamiliesKept(spec: ServiceSpec, old: ServiceSpec, report: Report): void {
  const [after, before] = [spec.ipFamilies ?? [], old.ipFamilies ?? []];
  if (after.length !== before.length) {
    validateNumberOfFamilies(spec, before, report);
    return;
  }
  before.forEach((family, index) => {
    if (family !== after[index]) report.invalid('ipFamilies[0]', stringsValue(after, familyType), isFixed);
  });
}

const familyType = 'core.IPFamily';

/** The addresses decide whether the first family is there, and stand in the message that says it may not change. */
function validateNumberOfFamilies(spec: ServiceSpec, before: readonly string[], report: Report): void {
  const { ipFamilies: after = [], clusterIPs = [] } = spec;
  const addresses = stringsValue(clusterIPs.length === 0 ? null : clusterIPs);
  if (after.length < before.length && clusterIPs.length === 0) {
    const families = stringsValue(after.length === 0 ? null : after, familyType);
    report.invalid('ipFamilies[0]', families, 'primary ipFamily can not be unset');
  }
  if (Math.min(after.length, before.length) > 0 && after[0] !== before[0]) {
    report.invalid('ipFamilies[0]', addresses, isFixed);
  }
  if (after.length === 1 && before.length > 1) requireSingleStack(spec, 'ipFamily', report);
}

function requireSingleStack({ ipFamilyPolicy }: ServiceSpec, released: string, report: Report): void {
  if (ipFamilyPolicy === 'SingleStack') return;
  const detail = `must be set to 'SingleStack' when releasing the secondary ${released}`;
  report.invalid('ipFamilyPolicy', ipFamilyPolicy ?? null, detail);
}
