/** Answers access reviews: the access of another user, one's own access and rules, and SelfSubjectReview. */
import { badRequest, type RequestAttributes, type UserInfo } from '@keelson/meta';
import { reviewOf } from '@keelson/schema';

import type { Authorizer, Decision } from '../authorization/authorizer.ts';
import type { AccessIndex } from '../authorization/rbac/access-index.ts';
import { explainDenial } from '../explanation/explain-denial.ts';
import { attributesOfReview, statusOfDecision, userOfReview, type AccessSpec } from './access-review.ts';
import type { AnswerReview, ReviewObject, ReviewOptions, ReviewOutcome } from './review-object.ts';
import { statusOfRules } from './rules-review.ts';

interface Caller {
  readonly user: UserInfo;
}

export interface ReviewParts {
  readonly authorizer: Authorizer;
  /** Explains denials. Absent where roles and bindings do not count. */
  readonly index: AccessIndex | undefined;
}

export function createReviewAnswers(parts: ReviewParts): AnswerReview {
  return (place, object, caller, options) => {
    switch (place.subresource === undefined ? reviewOf(place.resource) : undefined) {
      case 'subjectAccess':
        return answerAccess(parts, object, options);
      case 'selfSubjectAccess':
        return answerOwnAccess(parts, object, caller);
      case 'selfSubjectRules':
        return answerOwnRules(parts, object, caller);
      case 'selfSubject':
        return answerSelf(object, caller);
      case 'token':
      case undefined:
        return undefined;
    }
  };
}

async function answerAccess(
  { authorizer, index }: ReviewParts,
  object: ReviewObject,
  options: ReviewOptions,
): Promise<ReviewOutcome> {
  const spec = object['spec'] as AccessSpec;
  const user = userOfReview(spec);
  const attributes = attributesOfReview(spec);
  const decision = await authorizer.authorize(user, attributes);
  const told = index === undefined ? decision : withExplanation(decision, index, { user, attributes }, options);
  return done({ ...object, status: statusOfDecision(told) });
}

/**
 * A caller that asks for reasons gets a full explanation. Others get one only where it says more
 * than that nothing is granted, or that the grant is for other names: clients know these two
 * denials without a reason.
 */
function withExplanation(
  decision: Decision,
  index: AccessIndex,
  { user, attributes }: { readonly user: UserInfo; readonly attributes: RequestAttributes },
  { wantsReasons }: ReviewOptions,
): Decision {
  if (decision.verdict === 'allow') return decision;
  const { text, isNamed, lacksNameOnly } = explainDenial(index, user, attributes, wantsReasons ? 'everywhere' : 'here');
  if (!wantsReasons && (!isNamed || lacksNameOnly)) return decision;
  return { ...decision, reason: decision.reason === undefined ? text : `${decision.reason}\n${text}` };
}

async function answerOwnAccess(
  { authorizer }: ReviewParts,
  object: ReviewObject,
  caller: Caller,
): Promise<ReviewOutcome> {
  const attributes = attributesOfReview(object['spec'] as AccessSpec);
  const decision = await authorizer.authorize(caller.user, attributes);
  return done({ ...object, status: statusOfDecision(decision) });
}

function answerOwnRules({ authorizer }: ReviewParts, object: ReviewObject, caller: Caller): Promise<ReviewOutcome> {
  const { namespace = '' } = object['spec'] as { readonly namespace?: string };
  if (namespace === '') return Promise.resolve({ ok: false, status: badRequest('no namespace on request') });
  const rules = authorizer.rulesFor?.(caller.user, namespace) ?? { rules: [], isIncomplete: true, errors: [] };
  // The answer says nothing of what was asked: that is how clients know it.
  return Promise.resolve(done({ ...object, metadata: emptyMetadata, spec: {}, status: statusOfRules(rules) }));
}

function answerSelf(object: ReviewObject, caller: Caller): Promise<ReviewOutcome> {
  const { name, uid, groups, extra } = caller.user;
  const userInfo = {
    username: name,
    ...(uid !== undefined && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && { extra }),
  };
  return Promise.resolve(done({ ...object, status: { userInfo } }));
}

const emptyMetadata: ReviewObject['metadata'] = { creationTimestamp: null };

function done(object: ReviewObject): ReviewOutcome {
  return { ok: true, value: object };
}
