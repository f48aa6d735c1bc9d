import { describe, expect, it } from '@jest/globals';

import { catalog } from '../../catalog.ts';
import { retiredCatalog } from '../../retired/retired-catalog.ts';
import { causesOf, create, update } from '../../testing/admit.ts';

const owned = (apiVersion: string) => ({
  metadata: { name: 'a', ownerReferences: [{ apiVersion, kind: 'Event', name: 'p', uid: 'u' }] },
});
const roles = [...catalog, ...retiredCatalog]
  .flatMap(({ resources }) => resources)
  .filter(({ plural, verbs }) => plural === 'roles' && verbs.length > 0);

describe('an owner', () => {
  it.each(roles.map((each) => [each.version, each] as const))(
    'is no event, of an object of %s',
    (_version, resource) => {
      const [cause] = causesOf(create(resource, owned('v1')));
      expect(cause).toMatch(/^metadata\.ownerReferences: .*: \/v1, Kind=Event is disallowed from being an owner$/);
      const { object } = create(resource, { metadata: { name: 'a' } });
      expect(causesOf(update(resource, object, owned('v1')))).toContain(cause);
    },
  );

  it('may be of another kind of that name', () => {
    for (const resource of roles) expect(causesOf(create(resource, owned('example.com/v1')))).toEqual([]);
  });
});
