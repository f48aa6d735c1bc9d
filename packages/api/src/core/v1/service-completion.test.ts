import { describe, expect, it } from '@jest/globals';

import { fillIn } from '../../testing/fill-in.ts';
import { completeStoredService } from './service-completion.ts';
import { Service } from './service.ts';

function completed(spec: object, addressFamily = 'IPv4'): Service['spec'] {
  const service = fillIn(Service, { spec });
  completeStoredService(service, addressFamily);
  return service.spec;
}

const familiesOf = ({ clusterIPs, ipFamilies, ipFamilyPolicy }: Service['spec']) => ({
  clusterIPs,
  ipFamilies,
  ipFamilyPolicy,
});

const both = ['10.0.0.1', 'fd00::1'];

describe('a service that an older server stored', () => {
  it.each([
    [{ clusterIP: '10.0.0.1' }, ['10.0.0.1'], ['IPv4'], 'SingleStack'],
    [{ clusterIP: 'fd00::1', type: 'NodePort' }, ['fd00::1'], ['IPv6'], 'SingleStack'],
    [{ clusterIP: '10.0.0.1', clusterIPs: both }, both, ['IPv4', 'IPv6'], 'RequireDualStack'],
    [{ clusterIP: 'None', selector: { app: 'a' } }, ['None'], ['IPv4'], 'SingleStack'],
    [{ clusterIP: 'None' }, ['None'], ['IPv4', 'IPv6'], 'RequireDualStack'],
  ])('with %j has lists of addresses and families, and a policy', (spec, clusterIPs, ipFamilies, ipFamilyPolicy) => {
    const first = completed(spec);
    expect(familiesOf(first)).toEqual({ clusterIPs, ipFamilies, ipFamilyPolicy });
    expect(completed(first)).toEqual(first);
  });

  it('takes the first family of the cluster where it is headless', () => {
    expect(completed({ clusterIP: 'None' }, 'IPv6').ipFamilies).toEqual(['IPv6', 'IPv4']);
    expect(completed({ clusterIP: 'None', selector: { app: 'a' } }, 'IPv6').ipFamilies).toEqual(['IPv6']);
    expect(completed({ clusterIP: '10.0.0.1' }, 'IPv6').ipFamilies).toEqual(['IPv4']);
  });

  it.each([
    { clusterIP: '10.0.0.1', clusterIPs: both, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack' },
    { clusterIP: 'None', clusterIPs: ['None'], ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
    { type: 'ClusterIP' },
  ])('stays as it is with %j', (spec) => {
    expect(completed(spec)).toEqual(fillIn(Service, { spec }).spec);
  });

  it('of type ExternalName has no families, and no policy of internal traffic', () => {
    const spec = { type: 'ExternalName', externalName: 'x.test', sessionAffinity: 'None' };
    expect(completed({ ...spec, internalTrafficPolicy: 'Cluster' })).toEqual(spec);
  });
});
