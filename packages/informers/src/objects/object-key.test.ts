import { describe, expect, it } from '@jest/globals';

import { objectKey, splitObjectKey } from './object-key.ts';

describe('the key of an object', () => {
  it.each([
    { namespace: 'prod', name: 'a.b' },
    { namespace: '', name: 'system:node' },
  ])('%j is split into what it was made of', (name) => {
    expect(splitObjectKey(objectKey(name))).toEqual(name);
  });
});
