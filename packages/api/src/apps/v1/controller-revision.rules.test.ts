import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { controllerRevisions } from './controller-revision.resource.ts';

const aRevisionBody = { metadata: { name: 'a' }, data: { a: 1 }, revision: 1 };

const aRevisionCases = `
  data ⇒ data: Required value: data is mandatory
  revision = -1 ⇒ revision: Invalid value: -1: must be greater than or equal to 0
  data = {} ⇒ ok
  data = {"b":2} ⇒ ok
`;

describe('a revision', () => {
  it('is accepted', () => {
    expect(create(controllerRevisions, aRevisionBody).issues).toEqual([]);
  });

  it.each(ruleCases(aRevisionCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(controllerRevisions, changeAt(aRevisionBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
