import { expect, it } from '@jest/globals';

import { clusterIdOf } from './cluster-id.ts';

it.each([
  ['an id of 64 bits', '0a1a' + '08' + 'f8c2a1f5d2c7b5e9cb01' + '1005' + '1807' + '2002', 'f8c2a1f5d2c7b5e9cb01'],
  ['a small id', '0a06' + '0801' + '1005' + '1807', '01'],
  ['a header that tells none, as servers do that stand in for etcd', '0a02' + '1807', ''],
  ['an answer without a header', '1801', ''],
  ['nothing', '', ''],
])('the id of the cluster is read out of %s', (_name, message, id) => {
  expect(clusterIdOf(Buffer.from(message, 'hex')).toString('hex')).toBe(id);
});
