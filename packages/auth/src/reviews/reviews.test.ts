import { describe, expect, it } from '@jest/globals';

import { attributesOfReview, statusOfDecision, userOfReview } from './access-review.ts';
import { statusOfRules } from './rules-review.ts';

describe('a review of access', () => {
  it('asks about a resource, with what it leaves out empty', () => {
    expect(attributesOfReview({ resourceAttributes: { verb: 'get', resource: 'pods' } })).toEqual({
      kind: 'resource',
      verb: 'get',
      group: '',
      version: '',
      resource: 'pods',
      subresource: '',
      namespace: '',
      name: '',
    });
  });

  it('or about a path', () => {
    expect(attributesOfReview({ nonResourceAttributes: { verb: 'get', path: '/x' } })).toEqual({
      kind: 'path',
      verb: 'get',
      path: '/x',
    });
  });

  it('is about whoever it says, who may be groups alone', () => {
    expect(userOfReview({ groups: ['g'] })).toEqual({ name: '', groups: ['g'] });
    expect(userOfReview({ user: 'u', uid: '1', extra: { k: ['v'] } })).toEqual({
      name: 'u',
      groups: [],
      uid: '1',
      extra: { k: ['v'] },
    });
  });

  it('is answered with no more than there is to say', () => {
    expect(statusOfDecision({ verdict: 'noOpinion' })).toEqual({ allowed: false });
    expect(statusOfDecision({ verdict: 'allow', reason: '' })).toEqual({ allowed: true });
    expect(statusOfDecision({ verdict: 'deny', reason: 'because', error: 'broken' })).toEqual({
      allowed: false,
      denied: true,
      reason: 'because',
      evaluationError: 'broken',
    });
  });
});

describe('a review of rules', () => {
  it('tells resources and paths apart', () => {
    const onPods = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
    const onPath = { verbs: ['get'], nonResourceURLs: ['/x'] };
    expect(statusOfRules({ rules: [onPods, onPath], isIncomplete: false, errors: [] })).toEqual({
      resourceRules: [onPods],
      nonResourceRules: [onPath],
      incomplete: false,
    });
  });

  it('has null where there is nothing, and says what went wrong', () => {
    expect(statusOfRules({ rules: [], isIncomplete: true, errors: ['a', 'b'] })).toEqual({
      resourceRules: null,
      nonResourceRules: null,
      incomplete: true,
      evaluationError: '[a, b]',
    });
  });
});
