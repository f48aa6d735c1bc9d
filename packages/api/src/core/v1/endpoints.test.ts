import { describe, expect, it } from '@jest/globals';

import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { endpoints } from './endpoints.resource.ts';
import { Endpoints } from './endpoints.ts';

describe('endpoints', () => {
  it('have ports of TCP by default', () => {
    const { subsets } = fillIn(Endpoints, { subsets: [{ ports: [{ port: 1 }, { port: 2, protocol: 'UDP' }] }] });
    expect(subsets?.[0]?.ports?.map(({ protocol }) => protocol)).toEqual(['TCP', 'UDP']);
  });

  const addresses = ['10.0.0.1', '10.0.0.2', 'fd00::1'].map((ip) => ({ ip }));

  it.each([
    ['none at all', undefined, '<none>'],
    ['none that is ready', [{ notReadyAddresses: addresses, ports: [{ port: 80 }] }], ''],
    ['each with its port', [{ addresses, ports: [{ port: 80 }] }], '10.0.0.1:80,10.0.0.2:80,[fd00::1]:80'],
    ['no ports', [{ addresses: addresses.slice(0, 1) }], '10.0.0.1'],
    [
      'too many',
      [{ addresses: addresses.slice(0, 2), ports: [{ port: 80 }, { port: 81 }] }, { addresses }],
      '10.0.0.1:80,10.0.0.2:80,10.0.0.1:81 + 4 more...',
    ],
  ])('print %s', (_what, subsets, text) => {
    expect(printRow(endpoints, subsets ? { subsets } : {})).toEqual({ Name: 'a', Endpoints: text, Age: '5m' });
  });
});
