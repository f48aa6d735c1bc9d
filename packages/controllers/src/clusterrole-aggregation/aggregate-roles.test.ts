import { describe, expect, it } from '@jest/globals';

import { aggregateRoles } from './aggregate-roles.ts';
import type { AggregableRole } from './aggregate-roles.ts';

const get = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const list = { verbs: ['list'], apiGroups: [''], resources: ['pods'] };

function role(name: string, fields: Partial<AggregableRole> = {}): AggregableRole {
  return { name, uid: name, labels: {}, selectors: [], rules: [], isFilledIn: false, ...fields };
}

const selectors = [{ matchLabels: { to: 'all' } }];
const all = role('all', { selectors, isFilledIn: true });

describe('a role that is put together out of others', () => {
  it('has the rules of those that its selectors select, each once, in the order of their names', () => {
    const roles = [
      all,
      role('b', { labels: { to: 'all' }, rules: [get] }),
      role('a', { labels: { to: 'all' }, rules: [list, get] }),
      role('c', { rules: [{ ...get, verbs: ['delete'] }] }),
    ];
    expect(aggregateRoles(all, roles)).toEqual([list, get]);
    expect(aggregateRoles({ ...all, rules: [list, get] }, roles)).toBeUndefined();
  });

  it('does not collect itself', () => {
    const own = role('all', { ...all, labels: { to: 'all' }, rules: [get] });
    expect(aggregateRoles(own, [own])).toEqual([]);
  });

  it('collects in the order of its selectors', () => {
    const two = role('all', {
      selectors: [{ matchLabels: { x: '2' } }, { matchLabels: { x: '1' } }],
      isFilledIn: true,
    });
    const roles = [role('a', { labels: { x: '1' }, rules: [get] }), role('b', { labels: { x: '2' }, rules: [list] })];
    expect(aggregateRoles(two, roles)).toEqual([list, get]);
  });

  it('loses what is no longer collected, but not what somebody wrote before anything was', () => {
    expect(aggregateRoles({ ...all, rules: [get] }, [all])).toEqual([]);
    expect(aggregateRoles({ ...all, rules: [get], isFilledIn: false }, [all])).toBeUndefined();
  });

  it('is only one that has selectors', () => {
    expect(aggregateRoles(role('a', { rules: [get] }), [])).toBeUndefined();
  });
});
