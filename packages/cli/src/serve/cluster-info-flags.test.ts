import { expect, it } from '@jest/globals';

import { clusterInfoOf } from './cluster-info-flags.ts';

const read = (url?: string) => clusterInfoOf({ 'publish-cluster-info': url });

it('publishes nothing unless it is told an address', () => {
  expect(read()).toBeUndefined();
  expect(read('https://api.example:6443')).toEqual({ server: 'https://api.example:6443' });
});

it.each(['', 'api.example:6443', 'http://api.example', 'https://jane:secret@api.example', 'https://api.example/?a=b'])(
  'refuses %p, which clients cannot verify or should not see',
  (url) => {
    expect(() => read(url)).toThrow(`--publish-cluster-info ${url} is no address such as https://api.example:6443`);
  },
);
