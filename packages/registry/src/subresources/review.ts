/** Answers objects that are posted and never stored, such as reviews and token requests. */
import { invalid, type RequestTarget, validateObjectMeta } from '@keelson/meta';
import { convertObject, createReport, encodeJson, validate } from '@keelson/schema';

import { admit } from '../admission/run-admission.ts';
import type { Caller, Outcome, WriteAnswer, WriteRequest } from '../contract.ts';
import { setOrDelete } from '../objects/api-object.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import { bodyFormOf } from '../objects/form.ts';
import { readBody } from '../objects/read-body.ts';
import { plainVersion } from '../objects/stored-object.ts';
import { parseFlag } from '../options/parse-values.ts';
import { planWrite } from '../options/write-options.ts';
import { done, refused } from '../outcome.ts';
import type { AnswerPostedReview, PostedReviewOptions } from '../registry-options.ts';
import { matchNamespace } from '../write/match-place.ts';
import type { WriteParts } from '../write/writing.ts';
import { notCarriedOut } from './ability.ts';

/** Rejects as the function that answers fails. */
export async function answerReview(
  parts: WriteParts,
  answer: AnswerPostedReview | undefined,
  place: RequestTarget,
  { body, options, caller }: WriteRequest,
): Promise<Outcome<WriteAnswer>> {
  const plan = planWrite('CreateOptions', options, caller, { domain: parts.scheme.domain });
  if (!plan.ok) return plan;
  const form = bodyFormOf(place);
  const read = readBody(parts.scheme, form, body, plan.value.fieldValidation);
  if (!read.ok) return read;
  const { object, warnings } = read.value;
  if (place.subresource === undefined) {
    const matched = matchNamespace(place, object);
    if (!matched.ok) return matched;
  }
  if (plan.value.manager !== '') ownReview(parts, place, object, plan.value.manager);
  const answered = await ask({ parts, answer, place, caller }, object, {
    isDryRun: plan.value.isDryRun,
    wantsReasons: parseFlag(options.explain),
  });
  if (!answered.ok) return answered;
  const text = encodeJson(form.message, answered.value);
  return done({ object: plainVersion('', 0, Buffer.from(text, 'utf8')), form, isCreated: true, warnings });
}

interface Review {
  readonly parts: WriteParts;
  readonly answer: AnswerPostedReview | undefined;
  readonly place: RequestTarget;
  readonly caller: Caller;
}

async function ask(review: Review, object: ApiObject, options: PostedReviewOptions): Promise<Outcome<ApiObject>> {
  const { parts, answer, place, caller } = review;
  const { isDryRun } = options;
  const request = { operation: 'create' as const, place, object, isDryRun, caller, warn: () => undefined };
  const admitted = await admit(parts.admission, request);
  if (!admitted.ok) return admitted;
  if (place.subresource !== undefined) return answerOrRefuse(await answer?.(place, object, caller, options), place);
  // Rules and answers know one version of a review, which others are converted to.
  const { resource } = place;
  const hub = parts.scheme.storageOf(resource);
  const asked = convertObject(parts.scheme, object, resource, hub) as ApiObject;
  const issues = findIssues({ ...place, resource: hub }, asked);
  // Clients know refusals of reviews without their kind.
  if (issues.length > 0) return refused(invalid({ group: resource.group, kind: '' }, '', issues));
  const answered = answerOrRefuse(await answer?.({ ...place, resource: hub }, asked, caller, options), place);
  return answered.ok ? done(convertObject(parts.scheme, answered.value, hub, resource) as ApiObject) : answered;
}

function answerOrRefuse(answered: Outcome<ApiObject> | undefined, place: RequestTarget): Outcome<ApiObject> {
  return answered ?? notCarriedOut(place, 'create');
}

/** Owners are recorded as for any write, though the answer is never stored. */
function ownReview(parts: WriteParts, place: RequestTarget, object: ApiObject, manager: string): void {
  const { subresource = '' } = place;
  const own = parts.ownership.ofForm(bodyFormOf(place));
  const time = timeText(parts.now());
  const recorded = own.recordUpdate({ live: undefined, next: object, manager, subresource, time });
  setOrDelete(object.metadata, 'managedFields', (recorded.object as ApiObject).metadata.managedFields);
}

/** Reviews need no name. */
function findIssues({ resource }: RequestTarget, object: ApiObject) {
  const report = createReport();
  if ((object.metadata.name ?? '') !== '') {
    const rules = { isNamespaced: resource.scope === 'Namespaced' };
    report.within('metadata', () => validateObjectMeta(object.metadata, rules, report));
  }
  report.issues.push(...validate(resource.message, object));
  resource.hooks.validateCreate?.(object as never, report);
  return report.issues;
}
