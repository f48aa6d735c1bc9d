import { describe, expect, it } from '@jest/globals';

import { folderOf, keyOf, namesOfKey } from './scope.ts';

const namespaced = { folder: '/registry/pods/', isNamespaced: true };
const global = { folder: '/registry/nodes/', isNamespaced: false };

describe('keys and names', () => {
  it('are made of each other', () => {
    expect(keyOf(namespaced, 'a', 'x')).toBe('/registry/pods/a/x');
    expect(namesOfKey(namespaced, '/registry/pods/a/x')).toEqual({ namespace: 'a', name: 'x' });
    expect(keyOf(global, undefined, 'x')).toBe('/registry/nodes/x');
    expect(keyOf(global, 'ignored', 'x')).toBe('/registry/nodes/x');
    expect(namesOfKey(global, '/registry/nodes/x')).toEqual({ namespace: '', name: 'x' });
    expect(folderOf(namespaced, 'a')).toBe('/registry/pods/a/');
    expect(folderOf(global, 'a')).toBe('/registry/nodes/');
  });

  it.each(['', '.', '..', 'a/b', '/', 'a\u0000'])('refuse %j, which would reach into another folder', (text) => {
    expect(keyOf(namespaced, text, 'x')).toBeUndefined();
    expect(keyOf(namespaced, 'a', text)).toBeUndefined();
    expect(keyOf(global, undefined, text)).toBeUndefined();
    expect(folderOf(namespaced, text)).toBeUndefined();
  });
});
