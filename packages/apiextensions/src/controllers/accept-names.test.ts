import { describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';

import { definitionOf } from '../testing/definitions.ts';
import { acceptNames } from './accept-names.ts';
import { createNameClaims } from './name-claims.ts';

const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
const noNames = { plural: '', kind: '' };

interface Circumstances {
  readonly accepted?: object;
  readonly others?: readonly object[];
  readonly conditions?: unknown;
}

function accept(given: object, { accepted = noNames, others = [], conditions = null }: Circumstances = {}) {
  const claims = createNameClaims(createApiScheme());
  others.forEach((other, index) => claims.set('example.com', `other${index}.example.com`, { ...noNames, ...other }));
  const wanted = { ...names, ...given };
  return acceptNames(
    definitionOf('widgets.example.com', { names: wanted }, { acceptedNames: accepted, conditions }),
    claims,
  );
}

describe('the names of a definition', () => {
  it('are granted where nobody has them', () => {
    expect(accept({ shortNames: ['wd'], categories: ['all'] })).toEqual({
      names: { ...names, shortNames: ['wd'], categories: ['all'] },
      conditions: [
        { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
        {
          type: 'Established',
          status: 'True',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        },
      ],
    });
  });

  it.each<[object, object, string, string]>([
    [{}, { singular: 'widgets' }, 'PluralConflict', '"widgets" is already in use'],
    [{}, { shortNames: ['widget'] }, 'SingularConflict', '"widget" is already in use'],
    [
      { shortNames: ['a', 'b', 'c'] },
      { shortNames: ['a', 'c'] },
      'ShortNamesConflict',
      '["a" is already in use, "c" is already in use]',
    ],
    [{}, { kind: 'Widget' }, 'KindConflict', '"Widget" is already in use'],
    [{}, { listKind: 'WidgetList' }, 'ListKindConflict', '"WidgetList" is already in use'],
  ])('%j beside %j conflict: %s', (given, other, reason, message) => {
    const { names: granted, conditions } = accept(given, { others: [other] });
    expect(conditions).toEqual([
      { type: 'NamesAccepted', status: 'False', reason, message },
      { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
    ]);
    const others = { PluralConflict: granted.plural, KindConflict: granted.kind };
    expect(Object.values(others).filter((name) => name === '').length).toBe(Object.hasOwn(others, reason) ? 1 : 0);
  });

  it('stay its own, and the definition established, whatever it asks for later', () => {
    const conditions = [{ type: 'Established', status: 'True', reason: 'x', message: 'y', lastTransitionTime: null }];
    const result = accept(
      { shortNames: ['taken'] },
      { accepted: names, others: [{ shortNames: ['taken', 'widgets'] }], conditions },
    );
    expect(result.names).toEqual(names);
    expect(result.conditions.map(({ type, status }) => [type, status])).toEqual([['NamesAccepted', 'False']]);
  });

  it('of built-in kinds are taken', () => {
    const claims = createNameClaims(createApiScheme());
    const wanted = { ...names, plural: 'deployments', singular: 'deploy', kind: 'Deployment' };
    const { conditions } = acceptNames(
      definitionOf('deployments.apps', { names: wanted }, { acceptedNames: noNames }),
      claims,
    );
    expect(conditions[0]).toMatchObject({ status: 'False', reason: 'KindConflict' });
  });

  it('are free again once their definition is gone', () => {
    const claims = createNameClaims(createApiScheme());
    expect(claims.set('g.io', 'a.g.io', names)).toBe(true);
    expect(claims.set('g.io', 'a.g.io', { ...names })).toBe(false);
    expect(claims.isResourceTaken('g.io', 'widgets', 'b.g.io')).toBe(true);
    expect(claims.isResourceTaken('g.io', 'widgets', 'a.g.io')).toBe(false);
    expect(claims.isKindTaken('h.io', 'Widget', 'b.g.io')).toBe(false);
    expect(claims.set('g.io', 'a.g.io', undefined)).toBe(true);
    expect(claims.isKindTaken('g.io', 'Widget', 'b.g.io')).toBe(false);
  });
});
