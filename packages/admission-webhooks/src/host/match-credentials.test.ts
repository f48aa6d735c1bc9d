import { describe, expect, it } from '@jest/globals';

import { matchCredentials } from './match-credentials.ts';

describe('the credentials of a webhook', () => {
  const named = (...names: readonly string[]) =>
    matchCredentials(new Map(names.map((name) => [name, { token: name }])));

  it.each<[string, string[], string | undefined]>([
    ['a.b.svc:443', ['a.b.svc:443', 'a.b.svc', '*.svc'], 'a.b.svc:443'],
    ['a.b.svc:443', ['a.b.svc', '*.b.svc'], 'a.b.svc'],
    ['a.b.svc:443', ['*.svc', '*.b.svc'], '*.b.svc'],
    ['a.b.svc:443', ['*.b.svc:443', 'a.b.svc'], '*.b.svc:443'],
    ['a.b.svc:8443', ['a.b.svc', '*.b.svc'], undefined],
    ['a.b.svc:8443', ['*.svc:8443'], '*.svc:8443'],
    ['a.b.svc:443', ['b.svc', '*'], undefined],
  ])('for %s are, of %j, those of %s', (server, users, chosen) => {
    expect(named(...users)(server)?.token).toBe(chosen);
  });
});
