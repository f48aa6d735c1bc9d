/**
 * Keeps the Service that leads to this API, and behind it the addresses of all replicas that are alive. Each replica
 * does so, every ten seconds; the others find nothing to do.
 */
import {
  findOwnServiceKinds,
  ownEndpointsLabels,
  ownPort,
  ownService,
  ownServiceLabels,
  ownServiceSpec,
  ownSliceContent,
  ownSliceLabels,
  ownSubsets,
  type OwnPort,
  type OwnServiceKinds,
  type OwnServiceSettings,
} from '@keelson/api';
import type { Registry } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import type { Controller } from '../controller.ts';
import { createApiServerLeases, type ApiServerLeases, type LeaseStorage } from './api-server-leases.ts';
import { readOwn, writeOwn, type OwnObject, type Place } from './stored-object.ts';

/** `lease`: of the replicas that are alive. `master-count`: of so many replicas, alive or not. `none`: kept by others. */
export type EndpointReconciler = 'lease' | 'master-count' | 'none';

export interface OwnServiceParts extends OwnServiceSettings {
  readonly registry: Pick<Registry, 'get' | 'create' | 'update'>;
  readonly scheme: Scheme;
  readonly storage: LeaseStorage;
  /** The address at which clients reach this replica; `undefined` if there is none. */
  readonly address: string | undefined;
  readonly reconciler: EndpointReconciler;
  /** The number of replicas, for `master-count`. */
  readonly apiServerCount: number;
  /** True while clients must not be led to this replica. */
  readonly isRefused?: (() => boolean) | undefined;
  readonly logger: Logger;
  readonly periodMs?: number;
}

export interface OwnServiceKeeper extends Controller {
  /** Resolves when it was tried for the first time. */
  readonly whenTried: Promise<void>;
}

const defaultPeriodMs = 10_000;

export function keepOwnService(parts: OwnServiceParts): OwnServiceKeeper {
  const { logger, storage, address, isRefused = () => false, periodMs = defaultPeriodMs } = parts;
  const kinds = findOwnServiceKinds(parts.scheme);
  const { endpoints } = kinds;
  const leases = address === undefined ? undefined : createApiServerLeases({ storage, address, endpoints, logger });
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isEndpoint = false;
  const attempt = async (what: string, run: () => Promise<void>): Promise<void> => {
    await run().catch((error: unknown) => logger.warn(`${what} could not be kept`, { error }));
  };
  const keepPlace = async (own: ApiServerLeases): Promise<void> => {
    if (!isRefused()) {
      // The ports are written at each entry.
      const enters = !isEndpoint;
      isEndpoint = true;
      return keepEndpoints(parts, kinds, own, enters);
    }
    // Only a place that was entered here is left: another replica may have the same address.
    if (isEndpoint) await leave(parts, kinds, own);
    isEndpoint = false;
  };
  const run = async (isFirst: boolean): Promise<void> => {
    await attempt('the Service of this API', () => keepService(parts, kinds, isFirst));
    if (leases !== undefined) {
      await attempt('the endpoints of this API', () => keepPlace(leases));
    }
    if (!isStopped) timer = setTimeout(() => void (running = run(false)), periodMs).unref();
  };
  let running = run(true);
  return {
    whenTried: running,
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      clearTimeout(timer);
      await running;
      if (leases !== undefined && isEndpoint) {
        await attempt('the endpoints of this API', () => leave(parts, kinds, leases));
      }
    },
  };
}

function placeOf(resource: Resource): Place {
  return { resource, ...ownService };
}

interface ServicePort {
  readonly port: number;
  readonly targetPort: number | string;
}

/** Ports and type are put right when a replica starts, and are the operator's from then on. */
async function keepService(parts: OwnServiceParts, { services }: OwnServiceKinds, isFirst: boolean): Promise<void> {
  const place = placeOf(services);
  const found = await readOwn(parts.registry, place);
  if (found !== undefined && !isFirst) return;
  const spec = ownServiceSpec(parts);
  const content = found === undefined ? { spec } : { spec: withOwnPorts(found['spec'] as object, spec) };
  await writeOwn(parts.registry, place, found, { labels: ownServiceLabels, content });
}

function withOwnPorts(found: object, { ports, type }: ReturnType<typeof ownServiceSpec>): object {
  const { ports: before = [], type: typeBefore } = found as { ports?: readonly ServicePort[]; type?: string };
  const [own] = ports;
  const isSame =
    before.length === 1 &&
    before[0]?.port === own?.port &&
    before[0]?.targetPort === own?.targetPort &&
    typeBefore === type;
  return isSame ? found : { ...found, ports, type };
}

async function keepEndpoints(
  parts: OwnServiceParts,
  kinds: OwnServiceKinds,
  leases: ApiServerLeases,
  isFirst: boolean,
): Promise<void> {
  switch (parts.reconciler) {
    case 'none':
      return;
    case 'lease':
      await leases.renew();
      return writeEndpoints(parts, kinds, await leases.addresses(), isFirst);
    case 'master-count':
      return writeEndpoints(parts, kinds, await countedAddresses(parts, kinds), isFirst);
  }
}

/** The addresses of replicas that are gone stay until others need their places. */
async function countedAddresses(
  { registry, address = '', apiServerCount }: OwnServiceParts,
  { endpoints }: OwnServiceKinds,
): Promise<readonly string[]> {
  const known = new Set(addressesOf(await readOwn(registry, placeOf(endpoints)))).add(address);
  const sorted = [...known].sort();
  const own = sorted.indexOf(address);
  return [...sorted.slice(own), ...sorted.slice(0, own)].slice(0, Math.max(1, apiServerCount)).sort();
}

interface Subset {
  readonly addresses?: readonly { readonly ip: string }[];
  readonly ports?: readonly OwnPort[];
}

function subsetsOf(found: OwnObject | undefined): readonly Subset[] {
  return (found?.['subsets'] ?? []) as readonly Subset[];
}

function addressesOf(found: OwnObject | undefined): readonly string[] {
  return subsetsOf(found).flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip));
}

/** Replicas may serve on different ports: the one that started last has written its own. */
async function writeEndpoints(
  { registry, port }: OwnServiceParts,
  kinds: OwnServiceKinds,
  addresses: readonly string[],
  writesPorts: boolean,
): Promise<void> {
  // Whoever is connected is better off with addresses that were right a moment ago.
  if (addresses.length === 0) return;
  const place = placeOf(kinds.endpoints);
  const found = await readOwn(registry, place);
  const [{ ports: portsBefore = [] } = {}] = subsetsOf(found);
  const ports = writesPorts || portsBefore.length === 0 ? [ownPort(port)] : portsBefore;
  const content = { subsets: ownSubsets(addresses, ports) };
  await writeOwn(registry, place, found, { labels: ownEndpointsLabels, content });
  const slicePlace = placeOf(kinds.endpointSlices);
  const slice = await readOwn(registry, slicePlace);
  const wanted = { labels: ownSliceLabels, content: ownSliceContent(addresses, ports) };
  await writeOwn(registry, slicePlace, slice, wanted);
}

async function leave(parts: OwnServiceParts, kinds: OwnServiceKinds, leases: ApiServerLeases): Promise<void> {
  if (parts.reconciler !== 'lease') return;
  await leases.remove();
  await writeEndpoints(parts, kinds, await leases.addresses(), false);
}
