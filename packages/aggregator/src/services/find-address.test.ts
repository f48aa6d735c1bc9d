import type { Endpoints, Service } from '@keelson/api';
import { describe, expect, it } from '@jest/globals';

import { findEndpointAddress, findServiceAddress } from './find-address.ts';

const reference = { namespace: 'default', name: 'hook', port: 443 };
const service = (spec: object): Service =>
  ({ spec: { type: 'ClusterIP', clusterIP: '10.0.0.7', ports: [{ name: 'https', port: 443 }], ...spec } }) as Service;
const refusal = (message: string) => ({ ok: false, message });

describe('the address of a Service', () => {
  it('is its cluster address with the port of the reference', () => {
    for (const type of ['ClusterIP', 'NodePort', 'LoadBalancer']) {
      expect(findServiceAddress(reference, service({ type }))).toEqual({ ok: true, host: '10.0.0.7', port: 443 });
    }
  });

  it('is the external name, whatever its ports are', () => {
    const external = service({ type: 'ExternalName', externalName: 'example.com', ports: [] });
    expect(findServiceAddress(reference, external)).toEqual({ ok: true, host: 'example.com', port: 443 });
  });

  it('is refused in the words of 1.24 where there is none', () => {
    expect(findServiceAddress(reference, undefined)).toEqual(refusal('service "hook" not found'));
    const otherPort = service({ ports: [{ port: 80 }] });
    expect(findServiceAddress(reference, otherPort)).toEqual(refusal('no service port 443 found for service "hook"'));
    const headless = service({ clusterIP: 'None' });
    expect(findServiceAddress(reference, headless)).toEqual(refusal('cannot route to service with ClusterIP "None"'));
    const bare = service({ clusterIP: '' });
    expect(findServiceAddress(reference, bare)).toEqual(refusal('service "hook" has no cluster IP'));
  });
});

describe('the address of an endpoint', () => {
  const subsets = [
    { notReadyAddresses: [{ ip: '192.0.2.9' }], ports: [{ name: 'https', port: 8443 }] },
    { addresses: [{ ip: '192.0.2.1' }], ports: [{ name: 'http', port: 8080 }] },
    { addresses: [{ ip: '192.0.2.2' }, { ip: '192.0.2.3' }], ports: [{ name: 'https', port: 9443 }] },
  ];
  const find = (found: Partial<Parameters<typeof findEndpointAddress>[0]>, random = 0) =>
    findEndpointAddress({
      reference,
      service: service({}),
      endpoints: { subsets } as unknown as Endpoints,
      random: () => random,
      ...found,
    });

  it('is one of the ready ones that have the port of the service, by chance', () => {
    expect(find({}, 0)).toEqual({ ok: true, host: '192.0.2.2', port: 9443 });
    expect(find({}, 0.99)).toEqual({ ok: true, host: '192.0.2.3', port: 9443 });
  });

  it('is refused in the words of 1.24 where there is none', () => {
    expect(find({ service: undefined })).toEqual(refusal('service "hook" not found'));
    expect(find({ service: service({ type: 'ExternalName' }) })).toEqual(
      refusal('unsupported service type "ExternalName"'),
    );
    expect(find({ endpoints: undefined })).toEqual(refusal('endpoints "hook" not found'));
    for (const some of [[], subsets.slice(0, 2)]) {
      expect(find({ endpoints: { subsets: some } as unknown as Endpoints })).toEqual(
        refusal('no endpoints available for service "hook"'),
      );
    }
  });
});
