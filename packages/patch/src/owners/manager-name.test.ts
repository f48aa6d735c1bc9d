import { describe, expect, it } from '@jest/globals';

import { managerName } from './manager-name.ts';

describe('the name of a manager', () => {
  it.each([
    ['named', 'tool/1', 'named'],
    [undefined, 'tool/v1.2 (linux) x', 'tool'],
    [undefined, 'Mozilla/5.0 (X11)', 'Mozilla'],
    [undefined, 'no-slash', 'no-slash'],
    [undefined, '', 'unknown'],
    [undefined, undefined, 'unknown'],
    ['', '/x', 'unknown'],
    [undefined, 'a\u0007b\tc/1', 'abc'],
    [undefined, `${'x'.repeat(200)}/1`, 'x'.repeat(128)],
    [undefined, `${'x'.repeat(127)}é/1`, 'x'.repeat(127)],
  ])('is, of %j and %j, %j', (fieldManager, userAgent, name) => {
    expect(managerName(fieldManager, userAgent)).toBe(name);
  });
});
