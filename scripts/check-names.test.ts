import { describe, expect, it } from '@jest/globals';

import { checkName, compareSharedNames, findSharedNames } from './check-names.mjs';

describe('a file name', () => {
  it.each(['field-set.ts', 'index.ts', 'apply.test.ts', 'v1beta1', 'package.json', 'cluster-role.test.ts'])(
    'may be %s',
    (name) => expect(checkName(name)).toBeUndefined(),
  );

  it.each(['utils.ts', 'helpers', 'types.test.ts', 'common.ts', 'misc.ts'])('is no drawer: %s', (name) =>
    expect(checkName(name)).toContain('drawer'),
  );

  it.each(['fieldSet.ts', 'FieldSet.ts', 'field_set.ts', '-field.ts'])('is in kebab-case: %s', (name) =>
    expect(checkName(name)).toContain('kebab-case'),
  );
});

describe('a name that is exported', () => {
  const sources = new Map([
    ['packages/cache/src/watch.ts', 'export interface Watch {}\nexport type Start = number;\n'],
    ['packages/storage/src/contract.ts', 'export interface Watch {}\ninterface Start {}\nexport const Stop = 1;\n'],
    ['packages/storage/src/contract.test.ts', 'export const Stop = 1;\n'],
    ['packages/api/src/core/v1/stop.ts', 'export const Stop = 1;\n'],
  ]);
  const shared = findSharedNames(sources);

  it('has one file, but in tests and in the versions of the API', () => {
    const files = ['packages/cache/src/watch.ts', 'packages/storage/src/contract.ts'];
    expect([...shared]).toEqual([['Watch', files]]);
    expect(compareSharedNames(shared, [])).toEqual([`Watch: is exported by ${files.join(' and by ')}`]);
  });

  it('may have several while it is listed, and is listed no longer than that', () => {
    expect(compareSharedNames(shared, ['Watch'])).toEqual([]);
    expect(compareSharedNames(new Map(), ['Watch'])).toEqual([expect.stringContaining('Watch: has one file now')]);
  });
});
