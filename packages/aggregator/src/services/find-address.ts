/**
 * The address of a Service for requests of this server: that of the Service itself, or of one of the endpoints behind it.
 * Messages are those of 1.24.
 */
import type { Endpoints, Service } from '@keelson/api';
import type { ResolvedService, ServiceReference } from '@keelson/callouts';

/** `service` is what is stored under the name, if anything is. */
export function findServiceAddress({ name, port }: ServiceReference, service: Service | undefined): ResolvedService {
  if (service === undefined) return none(`service ${JSON.stringify(name)} not found`);
  const { type = 'ClusterIP', clusterIP = '', externalName = '' } = service.spec;
  if (type === 'ExternalName') return { ok: true, host: externalName, port };
  if (type === 'ClusterIP' && clusterIP === 'None') return none('cannot route to service with ClusterIP "None"');
  if (findPort(service, port) === undefined) return noPort(name, port);
  if (clusterIP === '') return none(`service ${JSON.stringify(name)} has no cluster IP`);
  return { ok: true, host: clusterIP, port };
}

export interface EndpointQuestion {
  readonly reference: ServiceReference;
  readonly service: Service | undefined;
  readonly endpoints: Endpoints | undefined;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** One of the ready addresses, by chance. */
export function findEndpointAddress({ reference, service, endpoints, random }: EndpointQuestion): ResolvedService {
  const { name, port } = reference;
  if (service === undefined) return none(`service ${JSON.stringify(name)} not found`);
  const { type = 'ClusterIP' } = service.spec;
  if (type === 'ExternalName') return none(`unsupported service type ${JSON.stringify(type)}`);
  const servicePort = findPort(service, port);
  if (servicePort === undefined) return noPort(name, port);
  if (endpoints === undefined) return none(`endpoints ${JSON.stringify(name)} not found`);
  const found = pickAddress(endpoints.subsets ?? [], servicePort.name ?? '', random);
  return found ?? none(`no endpoints available for service ${JSON.stringify(name)}`);
}

type Subsets = NonNullable<Endpoints['subsets']>;

function pickAddress(subsets: Subsets, portName: string, random: () => number): ResolvedService | undefined {
  const first = Math.floor(random() * subsets.length);
  for (let index = 0; index < subsets.length; index += 1) {
    const { addresses = [], ports = [] } = subsets[(first + index) % subsets.length] ?? {};
    const target = ports.find(({ name = '' }) => name === portName);
    const address = addresses[Math.floor(random() * addresses.length)];
    if (target !== undefined && address !== undefined) return { ok: true, host: address.ip, port: target.port };
  }
  return undefined;
}

function findPort({ spec: { ports = [] } }: Service, port: number): { readonly name?: string | undefined } | undefined {
  return ports.find((each) => each.port === port);
}

function noPort(name: string, port: number): ResolvedService {
  return none(`no service port ${port} found for service ${JSON.stringify(name)}`);
}

function none(message: string): ResolvedService {
  return { ok: false, message };
}
