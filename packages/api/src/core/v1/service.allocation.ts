/**
 * Allocation for Services: IP families and cluster IPs, node ports and the health check node port, from the ranges of
 * the cluster. A write is refused with the first fault alone.
 */
import { formatIp, parseIp } from '@keelson/meta';
import {
  createReport,
  type Allocation,
  type AllocationRefusal,
  type Allocator,
  type RangeClaim,
  type Report,
} from '@keelson/schema';

import { completeFamilies } from './service-families.allocation.ts';
import {
  changeHealthCheckPort,
  changeNodePorts,
  createPortTaker,
  rangeIsFull,
  takeHealthCheckPort,
  takeNodePorts,
} from './service-node-ports.allocation.ts';
import { describeClaimFault } from './service-claim-faults.ts';
import type { ServiceSpec } from './service-spec.ts';
import { keepAllocated, pairClusterIPs } from './service-transition.ts';
import { isExposed, isHeadless, needsHealthCheck } from './service-type.ts';
import type { Service } from './service.ts';

export const serviceAllocation: Allocation<Service> = {
  allocate: (object, old, allocator) => {
    const spec = draftOf(object.spec);
    const refusal = old === undefined ? allocateNew(spec, allocator) : allocateChanged(spec, old.spec, allocator);
    if (refusal === undefined) object.spec = spec;
    return refusal;
  },
  claimsOf: ({ spec }) => [...addressClaims(spec), ...portClaims(spec)],
  describeFault: describeClaimFault,
};

/** Copies what allocation changes: a refusal leaves the object as it was. */
function draftOf(spec: ServiceSpec): ServiceSpec {
  const { ports, clusterIPs, ipFamilies } = spec;
  return {
    ...spec,
    ...(ports !== undefined && { ports: ports.map((port) => ({ ...port })) }),
    ...(clusterIPs !== undefined && { clusterIPs: [...clusterIPs] }),
    ...(ipFamilies !== undefined && { ipFamilies: [...ipFamilies] }),
  };
}

/** Runs steps until one refuses, or reports something. */
function inSteps(steps: readonly ((report: Report) => AllocationRefusal | undefined)[]): AllocationRefusal | undefined {
  const report = createReport();
  for (const step of steps) {
    let refusal: AllocationRefusal | undefined;
    report.within('spec', () => (refusal = step(report)));
    if (refusal !== undefined) return refusal;
    if (report.issues.length > 0) return { kind: 'invalid', issues: report.issues };
  }
  return undefined;
}

function allocateNew(spec: ServiceSpec, allocator: Allocator): AllocationRefusal | undefined {
  const taker = createPortTaker(allocator);
  pairClusterIPs(spec, undefined);
  return inSteps([
    (report) => {
      completeFamilies(spec, undefined, allocator, report);
      return undefined;
    },
    (report) => takeAddresses(spec, allocator, report),
    (report) => (isExposed(spec) ? takeNodePorts(spec, taker, report) : undefined),
    () => (needsHealthCheck(spec) ? takeHealthCheckPort(spec, taker) : undefined),
  ]);
}

function allocateChanged(spec: ServiceSpec, old: ServiceSpec, allocator: Allocator): AllocationRefusal | undefined {
  const taker = createPortTaker(allocator);
  keepAllocated(spec, old);
  pairClusterIPs(spec, old);
  return inSteps([
    (report) => {
      completeFamilies(spec, old, allocator, report);
      return undefined;
    },
    (report) => changeAddresses(spec, old, allocator, report),
    (report) => changeNodePorts(spec, old, taker, report),
    (report) => changeHealthCheckPort(spec, old, taker, report),
  ]);
}

function takeAddresses(spec: ServiceSpec, allocator: Allocator, report: Report): AllocationRefusal | undefined {
  if (spec.type === 'ExternalName' || isHeadless(spec)) return undefined;
  const { ipFamilies = [], clusterIPs = [] } = spec;
  const given: string[] = [];
  for (const [index, family] of ipFamilies.entries()) {
    const taken = takeAddress(clusterIPs, { family, wanted: clusterIPs[index] ?? '' }, allocator, report);
    if (typeof taken !== 'string') return taken;
    given.push(taken);
  }
  spec.clusterIPs = given;
  if (given[0] !== undefined) spec.clusterIP = given[0];
  return undefined;
}

/**
 * A service from before there was a range may have none: it is then given one as a new one is. One from before there was a
 * list has its address in the single field alone.
 */
function changeAddresses(
  spec: ServiceSpec,
  old: ServiceSpec,
  allocator: Allocator,
  report: Report,
): AllocationRefusal | undefined {
  const { clusterIP = '', clusterIPs = [clusterIP] } = old;
  const hadNone = old.type === 'ExternalName' || clusterIPs.every((address) => address === '');
  if (hadNone) return takeAddresses(spec, allocator, report);
  const isUpgrade = (old.ipFamilies ?? []).length === 1 && !isHeadless(old) && spec.type !== 'ExternalName';
  return isUpgrade ? takeSecondAddress(spec, allocator, report) : undefined;
}

function takeSecondAddress(spec: ServiceSpec, allocator: Allocator, report: Report): AllocationRefusal | undefined {
  const { ipFamilies: [, family] = [], clusterIPs: [first = '', wanted = ''] = [] } = spec;
  if (family === undefined) return undefined;
  const taken = takeAddress(spec.clusterIPs ?? [], { family, wanted }, allocator, report);
  if (typeof taken !== 'string') return taken;
  spec.clusterIPs = [first, taken];
  return undefined;
}

interface WantedAddress {
  readonly family: string;
  /** Empty for any. */
  readonly wanted: string;
}

function takeAddress(
  shown: readonly string[],
  { family, wanted }: WantedAddress,
  { addresses, isDryRun }: Allocator,
  report: Report,
): string | AllocationRefusal | undefined {
  const range = addresses.get(family);
  if (range === undefined) throw new Error(`the family ${family} is not configured`);
  if (wanted === '') {
    const next = isDryRun ? range.placeholder : range.takeNext();
    return next ?? { kind: 'exhausted', why: `failed to allocate a serviceIP: ${rangeIsFull}` };
  }
  const bytes = parseIp(wanted);
  const result = bytes === undefined ? 'outside' : range.take(formatIp(bytes));
  if (result === 'done') return wanted;
  const detail =
    result === 'taken'
      ? 'provided IP is already allocated'
      : `the provided IP (${wanted}) is not in the valid range. The range of valid IPs is ${range.text}`;
  report.invalid('clusterIPs', shown, `failed to allocate IP ${wanted}: ${detail}`);
  return undefined;
}

function addressClaims({ clusterIP = '', clusterIPs }: ServiceSpec): RangeClaim[] {
  const items = new Set<string>();
  for (const address of clusterIPs ?? [clusterIP]) {
    const bytes = parseIp(address);
    if (bytes !== undefined) items.add(formatIp(bytes));
  }
  return [...items].map((item) => ({ range: 'addresses', item }));
}

function portClaims({ ports = [], healthCheckNodePort = 0 }: ServiceSpec): RangeClaim[] {
  const numbers = new Set([...ports.map(({ nodePort = 0 }) => nodePort), healthCheckNodePort]);
  numbers.delete(0);
  return [...numbers].map((number) => ({ range: 'ports', item: String(number) }));
}
