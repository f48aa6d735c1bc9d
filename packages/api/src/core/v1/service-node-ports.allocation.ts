/** The node ports of a service, its port for health checks included. Works on a draft of the spec. */
import type { AllocationRefusal, Allocator, Report } from '@keelson/schema';

import type { ServicePort, ServiceSpec } from './service-spec.ts';
import { isExposed, needsHealthCheck, needsNodePort } from './service-type.ts';

/** Dry runs show ports that no range of nodes has. */
const firstPlaceholder = 32_768;

/** The ports that one write takes. What is wrong with a port is told at once, and nothing more is taken. */
export interface PortTaker {
  take(port: number): string | undefined;
  /** `undefined`: the range is full. */
  takeNext(): number | undefined;
}

export function createPortTaker({ ports, isDryRun }: Allocator): PortTaker {
  const taken = new Set<number>();
  let greatest = firstPlaceholder - 1;
  const isAllocated = 'provided port is already allocated';
  if (isDryRun) {
    return {
      take: (port) => {
        if (taken.has(port) || ports.isTaken(String(port))) return isAllocated;
        greatest = taken.size === 0 ? port : Math.max(greatest, port);
        taken.add(port);
        return undefined;
      },
      takeNext: () => {
        greatest += 1;
        taken.add(greatest);
        return greatest;
      },
    };
  }
  return {
    take: (port) => {
      switch (ports.take(String(port))) {
        case 'done':
          return undefined;
        case 'taken':
          return isAllocated;
        case 'outside':
          return `provided port is not in the valid range. The range of valid ports is ${ports.text}`;
      }
    },
    takeNext: () => {
      const next = ports.takeNext();
      return next === undefined ? undefined : Number(next);
    },
  };
}

export const rangeIsFull = 'range is full';

export function takeNodePorts(spec: ServiceSpec, taker: PortTaker, report: Report): AllocationRefusal | undefined {
  const ports = portsToServe(spec);
  const wanted = firstWanted(ports);
  /** Two protocols of one port share the number. */
  const taken = new Map<number, number>();
  for (const [index, port] of ports) {
    const shared = taken.get(port.port);
    if (shared === undefined) {
      const refusal = takeFirst({ taker, port, index, report }, wanted.get(port.port));
      if (refusal !== undefined) return refusal;
      taken.set(port.port, port.nodePort ?? 0);
    } else if ((port.nodePort ?? 0) === 0) {
      port.nodePort = shared;
    } else if (port.nodePort !== shared) {
      takeGiven(taker, port.nodePort ?? 0, index, report);
    }
    if (report.issues.length > 0) return undefined;
  }
  return undefined;
}

/** The number that is asked for first, by port. */
function firstWanted(ports: readonly (readonly [number, ServicePort])[]): ReadonlyMap<number, number> {
  const wanted = new Map<number, number>();
  for (const [, { port, nodePort = 0 }] of ports) if (nodePort !== 0 && !wanted.has(port)) wanted.set(port, nodePort);
  return wanted;
}

/** With their places. A number that is asked for is respected even where none would be given. */
function portsToServe(spec: ServiceSpec): [index: number, port: ServicePort][] {
  const all = [...(spec.ports ?? []).entries()];
  return needsNodePort(spec) ? all : all.filter(([, { nodePort = 0 }]) => nodePort !== 0);
}

interface Taking {
  readonly taker: PortTaker;
  readonly port: ServicePort;
  readonly index: number;
  readonly report: Report;
}

function takeFirst({ taker, port, index, report }: Taking, wanted: number | undefined): AllocationRefusal | undefined {
  if (wanted === undefined) return takeAny(taker, port);
  if (takeGiven(taker, wanted, index, report)) port.nodePort = wanted;
  return undefined;
}

function takeGiven(taker: PortTaker, port: number, index: number, report: Report): boolean {
  const problem = taker.take(port);
  if (problem !== undefined) report.invalid(`ports[${index}].nodePort`, port, problem);
  return problem === undefined;
}

function takeAny(taker: PortTaker, port: ServicePort): AllocationRefusal | undefined {
  const next = taker.takeNext();
  if (next === undefined) return { kind: 'exhausted', why: `failed to allocate a nodePort: ${rangeIsFull}` };
  port.nodePort = next;
  return undefined;
}

/** Numbers that the service has already stay its own, whichever of its ports they are at now. */
export function changeNodePorts(
  spec: ServiceSpec,
  old: ServiceSpec,
  taker: PortTaker,
  report: Report,
): AllocationRefusal | undefined {
  if (!isExposed(spec)) return undefined;
  const own = new Set((old.ports ?? []).map(({ nodePort = 0 }) => nodePort));
  const seen = new Set<string>();
  for (const [index, port] of portsToServe(spec)) {
    const { nodePort = 0, protocol = '' } = port;
    if (nodePort === 0) {
      const refusal = takeAny(taker, port);
      if (refusal !== undefined) return refusal;
    } else if (!own.has(nodePort)) {
      if (!takeGiven(taker, nodePort, index, report)) return undefined;
      own.add(nodePort);
    }
    const key = `${protocol} ${String(port.nodePort)}`;
    if (seen.has(key)) return { kind: 'failed', why: `duplicate nodePort: {${key}}` };
    seen.add(key);
  }
  return undefined;
}

export function takeHealthCheckPort(spec: ServiceSpec, taker: PortTaker): AllocationRefusal | undefined {
  const { healthCheckNodePort: wanted = 0 } = spec;
  if (wanted !== 0) {
    const problem = taker.take(wanted);
    if (problem === undefined) return undefined;
    return { kind: 'failed', why: `failed to allocate requested HealthCheck NodePort ${wanted}: ${problem}` };
  }
  const next = taker.takeNext();
  if (next === undefined) {
    return { kind: 'failed', why: `failed to allocate a HealthCheck NodePort 0: ${rangeIsFull}` };
  }
  spec.healthCheckNodePort = next;
  return undefined;
}

export function changeHealthCheckPort(
  spec: ServiceSpec,
  old: ServiceSpec,
  taker: PortTaker,
  report: Report,
): AllocationRefusal | undefined {
  if (!needsHealthCheck(spec)) return undefined;
  if (!needsHealthCheck(old)) return takeHealthCheckPort(spec, taker);
  const { healthCheckNodePort: port = 0 } = spec;
  if (port === (old.healthCheckNodePort ?? 0)) return undefined;
  const detail = 'cannot change healthCheckNodePort on loadBalancer service with externalTraffic=Local during update';
  report.invalid('healthCheckNodePort', port, detail);
  return undefined;
}
