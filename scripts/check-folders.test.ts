import { expect, it } from '@jest/globals';

import { floors } from '../floors.mjs';
import { checkPackage } from './check-folders.mjs';
import { findAdded } from './shrinking-list.mjs';

const [floor] = floors;
if (floor === undefined) throw new Error('there are no floors');
const fenced = { ...floor, folders: ['words.ts', 'read'] };
const { folders: _, ...unfenced } = fenced;
const found = ['index.ts', 'read', 'read.test.ts', 'testing', 'words.ts'];

it('A list of folders that names every folder and file once has no problem', () => {
  expect(checkPackage(fenced, { found, isUnfenced: false })).toEqual([]);
});

it('A folder without a place, and a place without a folder, are problems', () => {
  expect(checkPackage(fenced, { found: ['words.ts', 'write'], isUnfenced: false })).toEqual([
    'write: has no place in the order',
    'read: is listed and not there',
  ]);
});

it('A package has a list of folders, or stands in the list of those without, and not in both', () => {
  expect(checkPackage(unfenced, { found, isUnfenced: true })).toEqual([]);
  expect(checkPackage(unfenced, { found, isUnfenced: false })).toEqual(['has no list of folders']);
  expect(checkPackage(fenced, { found, isUnfenced: true })).toHaveLength(1);
});

it('A shrinking list takes no new names', () => {
  expect(findAdded('["a", "b"]', ['a'])).toEqual([]);
  expect(findAdded('["a", "b"]', ['a', 'c'])).toEqual(['c: is new, and the list may only shrink']);
  expect(findAdded(undefined, ['a'])).toEqual([]);
});
