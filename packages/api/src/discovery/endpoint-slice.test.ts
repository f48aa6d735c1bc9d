import { describe, expect, it } from '@jest/globals';
import type { Resource } from '@keelson/schema';

import { causesOf, create, update } from '../testing/admit.ts';
import { fillIn } from '../testing/fill-in.ts';
import { printRow } from '../testing/print-row.ts';
import { endpointSlices as v1 } from './v1/endpoint-slice.resource.ts';
import { EndpointSlice as SliceV1 } from './v1/endpoint-slice.ts';
import { endpointSlices as v1beta1 } from './v1beta1/endpoint-slice.resource.ts';
import { EndpointSlice as SliceV1beta1 } from './v1beta1/endpoint-slice.ts';

describe.each([
  ['v1', v1, SliceV1],
  ['v1beta1', v1beta1, SliceV1beta1],
] satisfies [string, Resource, object][])('an endpoint slice of %s', (_version, resource, message) => {
  it('has unnamed ports of TCP by default', () => {
    const ports = [{}, { name: 'dns', protocol: 'UDP', port: 53 }];
    expect(fillIn(message, { ports }).ports).toEqual([{ name: '', protocol: 'TCP' }, ports[1]]);
  });

  it.each([
    [[], [], '<unset>', '<unset>'],
    [[{ port: 80 }, { name: 'dns' }, {}], [['1.1.1.1'], ['2.2.2.2', '3.3.3.3']], '80,dns,*', '1.1.1.1,2.2.2.2,3.3.3.3'],
    [[1, 2, 3, 4].map((port) => ({ port })), [['a', 'b'], ['c', 'd'], ['e']], '1,2,3 + 1 more...', 'a,b,c + 2 more...'],
  ])('with the ports %j and addresses %j shows %s and %s', (ports, lists, shownPorts, shownAddresses) => {
    const endpoints = lists.map((addresses) => ({ addresses }));
    expect(printRow(resource, { addressType: 'IPv4', ports, endpoints })).toEqual({
      Name: 'a',
      AddressType: 'IPv4',
      Ports: shownPorts,
      Endpoints: shownAddresses,
      Age: '5m',
    });
  });

  it('counts changes of its labels in its generation', () => {
    const body = (labels: Record<string, string>, annotations = {}) => ({
      metadata: { name: 'a', labels, annotations },
      addressType: 'IPv4',
      endpoints: [],
    });
    const { object } = create(resource, body({ a: 'b' }));
    const old = { ...object, metadata: { ...object.metadata, generation: 1 } };
    expect(update(resource, old, body({ a: 'c' })).object.metadata.generation).toBe(2);
    expect(update(resource, old, body({ a: 'b' }, { c: 'd' })).object.metadata.generation).toBe(1);
  });

  it('keeps the kind of its addresses', () => {
    const body = (addressType: string) => ({ metadata: { name: 'a' }, addressType, endpoints: [] });
    const { object } = create(resource, body('IPv4'));
    expect(causesOf(update(resource, object, body('IPv6')))).toEqual([
      'addressType: Invalid value: "IPv6": field is immutable',
    ]);
  });
});
