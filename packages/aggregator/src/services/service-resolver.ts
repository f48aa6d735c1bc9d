/** Finds the addresses of Services for all requests of this server to others. */
import type { Endpoints, Service } from '@keelson/api';
import type { ResolveService, ServiceReference } from '@keelson/callouts';
import type { Informer, Informers } from '@keelson/informers';

import { findEndpointAddress, findServiceAddress } from './find-address.ts';

export interface ServiceResolverOptions {
  /** Requests go to the endpoints of a Service, as where this server cannot reach cluster addresses. */
  readonly usesEndpoints: boolean;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Reads from memory, as of the last event. Before the informers have synced no Service is found. */
export function createServiceResolver(
  informers: Pick<Informers, 'resources' | 'informer'>,
  { usesEndpoints, random }: ServiceResolverOptions,
): ResolveService {
  const services = informerFor<Service>(informers, 'service');
  if (!usesEndpoints) return (reference) => findServiceAddress(reference, read(services, reference));
  const endpoints = informerFor<Endpoints>(informers, 'endpoints');
  return (reference) =>
    findEndpointAddress({
      reference,
      service: read(services, reference),
      endpoints: read(endpoints, reference),
      random,
    });
}

function informerFor<T>({ resources, informer }: Pick<Informers, 'resources' | 'informer'>, kind: string): Informer<T> {
  const [found] = resources.where(({ purpose }) => purpose?.kind === kind);
  if (found === undefined) throw new Error(`no declared resource has the purpose ${kind}`);
  return informer<T>(found.stored);
}

/** One that cannot be decoded has no address. */
function read<T>(informer: Informer<T>, { namespace, name }: ServiceReference): T | undefined {
  const decoded = informer.get({ namespace, name })?.decoded;
  return decoded?.ok === true ? decoded.object : undefined;
}
