/** Answers objects that are posted and never stored, such as reviews and token requests. */
import type { AdmissionRequest } from '@keelson/admission';
import { invalid, type RequestTarget } from '@keelson/meta';
import { convertObject, createReport, encodeJson, validate } from '@keelson/schema';

import { admit, firstRound, validateAdmission } from '../admission/run-admission.ts';
import type { Caller, Outcome, WriteAnswer, WriteRequest } from '../contract.ts';
import { setOrDelete } from '../objects/api-object.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import { bodyFormOf } from '../objects/form.ts';
import { readBody } from '../objects/read-body.ts';
import { plainVersion } from '../objects/stored-object.ts';
import { parseFlag } from '../options/parse-values.ts';
import { planWrite, type WritePlan } from '../options/write-options.ts';
import { done, refused } from '../outcome.ts';
import type { AnswerPostedReview, PostedReviewOptions } from '../registry-options.ts';
import { optionsOf } from '../write/admit-write.ts';
import { matchNamespace } from '../write/match-place.ts';
import { withNotes, type TakenNotes } from '../write/notes.ts';
import { postpone, requestEndMs } from '../write/request-deadline.ts';
import type { WriteParts } from '../write/writing.ts';
import { notCarriedOut } from './ability.ts';

/** Rejects as the function that answers fails. */
export async function answerReview(
  parts: WriteParts,
  answer: AnswerPostedReview | undefined,
  place: RequestTarget,
  { body, options, caller }: WriteRequest,
): Promise<Outcome<WriteAnswer>> {
  const { scheme, validatesFields } = parts;
  const plan = planWrite('CreateOptions', options, caller, { domain: scheme.domain, validatesFields });
  if (!plan.ok) return plan;
  const form = bodyFormOf(place);
  const read = readBody(parts, form, body, plan.value.fieldValidation);
  if (!read.ok) return read;
  const { object, warnings } = read.value;
  if (place.subresource === undefined) {
    const matched = matchNamespace(place, object);
    if (!matched.ok) return matched;
  } else if (place.namespace !== undefined && (object.metadata.namespace ?? '') === '') {
    object.metadata.namespace = place.namespace;
  }
  if (plan.value.manager !== '') ownReview(parts, place, object, plan.value.manager);
  const notes = { warnings: new Set(warnings), annotations: [] };
  const review = { parts, answer, place, caller, plan: plan.value, endMs: requestEndMs(parts, options.timeout), notes };
  const answered = await ask(review, object, {
    isDryRun: plan.value.isDryRun,
    wantsReasons: parseFlag(options.explain),
  });
  if (!answered.ok) return withNotes(notes, answered);
  const text = encodeJson(form.message, answered.value);
  const version = plainVersion('', 0, Buffer.from(text, 'utf8'));
  return withNotes(notes, done({ object: version, form, isCreated: true, warnings: [...notes.warnings] }));
}

interface Review {
  readonly parts: WriteParts;
  readonly answer: AnswerPostedReview | undefined;
  readonly place: RequestTarget;
  readonly caller: Caller;
  readonly plan: WritePlan;
  readonly endMs: number;
  readonly notes: TakenNotes;
}

async function ask(review: Review, object: ApiObject, options: PostedReviewOptions): Promise<Outcome<ApiObject>> {
  const { parts, answer, place, caller } = review;
  const request = requestOf(review, object);
  const admitted = await admit(parts.admission, request);
  if (!admitted.ok) return admitted;
  const left = request.object as ApiObject;
  if (place.subresource !== undefined) {
    const allowed = await validateAdmission(parts.admission, request);
    return allowed.ok ? answerOrRefuse(await answer?.(place, left, caller, options), place) : allowed;
  }
  // Rules and answers know one version of a review, which others are converted to.
  const { resource } = place;
  const hub = parts.scheme.storageOf(resource);
  const asked = convertObject(parts.scheme, left, resource, hub) as ApiObject;
  const issues = findIssues({ ...place, resource: hub }, asked);
  // Clients know refusals of reviews without their kind.
  if (issues.length > 0) return refused(invalid({ group: resource.group, kind: '' }, '', issues));
  const answered = answerOrRefuse(await answer?.({ ...place, resource: hub }, asked, caller, options), place);
  return answered.ok ? done(convertObject(parts.scheme, answered.value, hub, resource) as ApiObject) : answered;
}

function answerOrRefuse(answered: Outcome<ApiObject> | undefined, place: RequestTarget): Outcome<ApiObject> {
  return answered ?? notCarriedOut(place, 'create');
}

function requestOf({ parts, place, caller, plan, endMs, notes }: Review, object: ApiObject): AdmissionRequest {
  return {
    operation: 'create',
    place,
    object,
    form: bodyFormOf(place),
    isDryRun: plan.isDryRun,
    caller,
    warn: (text) => void notes.warnings.add(text),
    annotate: (annotation) => void notes.annotations.push(annotation),
    options: () => optionsOf({ parts, plan }, 'create'),
    deadlineMs: endMs,
    noteWaited: (ms) => postpone(parts, ms),
    rounds: firstRound(),
  };
}

/** Owners are recorded as for any write, though the answer is never stored. */
function ownReview(parts: WriteParts, place: RequestTarget, object: ApiObject, manager: string): void {
  const { subresource = '' } = place;
  const own = parts.ownership.ofForm(bodyFormOf(place));
  const time = timeText(parts.now());
  const recorded = own.recordUpdate({ live: undefined, next: object, manager, subresource, time });
  setOrDelete(object.metadata, 'managedFields', (recorded.object as ApiObject).metadata.managedFields);
}

/** The metadata of a review has no rules but those of its kind: nothing is stored by it. */
function findIssues({ resource }: RequestTarget, object: ApiObject) {
  const report = createReport();
  report.issues.push(...validate(resource.message, object));
  resource.hooks.validateCreate?.(object as never, report);
  return report.issues;
}
