/** The conditions of a Service that an APIService names, as far as stored objects tell: is it there, and is somebody behind it? */
import type { Endpoints, Service } from '@keelson/api';
import type { ServiceReference } from '@keelson/callouts';
import type { CachedObject, Informer } from '@keelson/informers';

import type { Verdict } from './verdict.ts';

export interface BackendObjects {
  readonly services: Pick<Informer<Service>, 'get'>;
  readonly endpoints: Pick<Informer<Endpoints>, 'get'>;
}

/** Undefined if nothing speaks against the Service. */
export function checkBackend(backend: ServiceReference, { services, endpoints }: BackendObjects): Verdict | undefined {
  const { namespace, name, port } = backend;
  const place = `service/${name} in "${namespace}"`;
  const service = read(services.get({ namespace, name }));
  if (service === undefined) return refuse('ServiceNotFound', `${place} is not present`);
  if ('fault' in service) return unreadable('ServiceAccessError', place, service.fault);
  // Only the ports and addresses of this type are known here.
  if (service.object.spec.type !== 'ClusterIP') return undefined;
  const listening = service.object.spec.ports?.find((each) => each.port === port);
  if (listening === undefined) return refuse('ServicePortError', `${place} is not listening on port ${String(port)}`);
  const behind = read(endpoints.get({ namespace, name }));
  if (behind === undefined) return refuse('EndpointsNotFound', `cannot find endpoints for ${place}`);
  if ('fault' in behind) return unreadable('EndpointsAccessError', place, behind.fault);
  const { name: portName = '' } = listening;
  if (hasAddress(behind.object, portName)) return undefined;
  const message = `endpoints for ${place} have no addresses with port name "${portName}"`;
  return refuse('MissingEndpoints', message);
}

function hasAddress({ subsets = [] }: Endpoints, portName: string): boolean {
  return subsets.some(
    ({ addresses = [], ports = [] }) => addresses.length > 0 && ports.some(({ name = '' }) => name === portName),
  );
}

type Reading<T> = { readonly object: T } | { readonly fault: string };

function read<T>(cached: CachedObject<T> | undefined): Reading<T> | undefined {
  if (cached === undefined) return undefined;
  const { decoded } = cached;
  return decoded.ok ? { object: decoded.object } : { fault: decoded.fault };
}

function refuse(reason: string, message: string): Verdict {
  return { status: 'False', reason, message };
}

function unreadable(reason: string, place: string, fault: string): Verdict {
  return { status: 'Unknown', reason, message: `${place} cannot be checked due to: ${fault}` };
}
