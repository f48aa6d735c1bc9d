/**
 * Completion of services that older servers stored: before 1.20 there was one cluster IP, and no families. As
 * kube-apiserver 1.24 completes them when it reads them.
 */
import { familyOfClusterIP } from './service-addresses.rules.ts';
import type { ServiceSpec } from './service-spec.ts';
import { pairClusterIPs } from './service-transition.ts';
import { isOnlyAName, needsClusterIP, otherFamily } from './service-type.ts';
import type { Service } from './service.ts';

/** `addressFamily` is the first one of the cluster. */
export function completeStoredService({ spec }: Service, addressFamily: string): void {
  pairClusterIPs(spec, undefined);
  // Releases before 1.23 defaulted it for this type, too.
  if (!needsClusterIP(spec)) delete spec.internalTrafficPolicy;
  else if ((spec.ipFamilies ?? []).length === 0) completeStoredFamilies(spec, addressFamily);
}

/** The policy goes with the families: without them it means nothing. */
function completeStoredFamilies(spec: ServiceSpec, addressFamily: string): void {
  const families = findFamilies(spec, addressFamily);
  if (families.length === 0) return;
  spec.ipFamilies = families;
  if (families.length <= 2) spec.ipFamilyPolicy = families.length === 1 ? 'SingleStack' : 'RequireDualStack';
}

function findFamilies(spec: ServiceSpec, addressFamily: string): string[] {
  if (isOnlyAName(spec)) return [addressFamily, otherFamily(addressFamily)];
  return spec.clusterIP === 'None' ? [addressFamily] : (spec.clusterIPs ?? []).map(familyOfClusterIP);
}
