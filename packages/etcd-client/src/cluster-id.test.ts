import { expect, it } from '@jest/globals';

import { createClusterIdReader } from './cluster-id.ts';

it.each([
  ['an id of 64 bits', '0a1a' + '08' + 'f8c2a1f5d2c7b5e9cb01' + '1005' + '1807' + '2002', 'f8c2a1f5d2c7b5e9cb01'],
  ['a small id', '0a06' + '0801' + '1005' + '1807', '01'],
  ['a header that tells none, as servers do that stand in for etcd', '0a02' + '1807', ''],
  ['an answer without a header', '1801', ''],
  ['nothing', '', ''],
])('the id of the cluster is read out of %s', (_name, message, id) => {
  expect(createClusterIdReader()(Buffer.from(message, 'hex')).toString('hex')).toBe(id);
});

it('the same id is the same object, and another one is told apart at any byte', () => {
  const read = createClusterIdReader();
  const header = (id: string) => Buffer.from(`0a0e08${id}18071007`, 'hex');
  const first = read(header('f8c2a1f5d2c7b5e9cb01'));
  expect(read(header('f8c2a1f5d2c7b5e9cb01'))).toBe(first);
  for (const other of ['f9c2a1f5d2c7b5e9cb01', 'f8c2a1f5d2c7b5e9cb00', 'f8c201', 'f8c2a1f5d2c7b5e9cc01']) {
    expect(read(header(other)).toString('hex')).toBe(other);
  }
  expect(first.toString('hex')).toBe('f8c2a1f5d2c7b5e9cb01');
});
