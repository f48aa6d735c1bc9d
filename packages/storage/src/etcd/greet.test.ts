import { describe, expect, it } from '@jest/globals';

import { isNewEnough } from './greet.ts';

describe('the version of an etcd', () => {
  it.each(['3.4.0', '3.4.23', '3.5.0', '3.10.1', '4.0.0', '3.5.0-rc.1'])('%s is new enough', (version) => {
    expect(isNewEnough(version)).toBe(true);
  });

  it.each(['3.3.27', '3.3.9', '2.3.8', '', 'unknown'])('%j is too old', (version) => {
    expect(isNewEnough(version)).toBe(false);
  });
});
