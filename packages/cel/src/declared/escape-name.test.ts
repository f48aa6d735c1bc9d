import { expect, test } from '@jest/globals';

import { escapeName } from './escape-name.ts';

test.each([
  ['name', 'name'],
  ['namespace', '__namespace__'],
  ['in', '__in__'],
  ['true', '__true__'],
  ['int', 'int'],
  ['a-b', 'a__dash__b'],
  ['a.b/c', 'a__dot__b__slash__c'],
  ['a__b', 'a__underscores__b'],
  ['___', '__underscores___'],
  ['_', '_'],
  ['__proto__', '__underscores__proto__underscores__'],
  ['1a', undefined],
  ['a b', undefined],
  ['é', undefined],
  ['', undefined],
  ['a$', undefined],
])('the property %j is named %s', (property, name) => {
  expect(escapeName(property)).toBe(name);
});
