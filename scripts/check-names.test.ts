import { describe, expect, it } from '@jest/globals';

import { checkName } from './check-names.mjs';

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
