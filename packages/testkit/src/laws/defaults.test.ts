import { describe, expect, it } from '@jest/globals';

import { applyDefaults } from '@keelson/schema';

import { checkLaw, everyKind } from './every-kind.ts';

describe.each(everyKind)('%s', (_title, kind) => {
  it('is the same whether defaulted once or twice', () => {
    checkLaw(kind, (object) => {
      const once = structuredClone(object);
      applyDefaults(kind.message, once);
      const twice = structuredClone(once);
      applyDefaults(kind.message, twice);
      expect(twice).toEqual(once);
    });
  });
});
