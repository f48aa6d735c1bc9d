/** What is posted to be answered, and stored nowhere. */
import { invalid, validateObjectMeta } from '@keelson/meta';
import { createReport, encodeJson, validate } from '@keelson/schema';

import { admit } from '../admission/run-admission.ts';
import type { Caller, Outcome, Place, WriteAnswer, WriteRequest } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { bodyFormOf } from '../objects/form.ts';
import { readBody } from '../objects/read-body.ts';
import { plainVersion } from '../objects/stored-object.ts';
import { planWrite } from '../options/write-options.ts';
import { done, refused } from '../outcome.ts';
import type { AnswerQuestion } from '../registry-options.ts';
import { matchNamespace } from '../write/match-place.ts';
import type { WriteParts } from '../write/writing.ts';
import { notCarriedOut } from './ability.ts';

/** Rejects as whoever answers fails. */
export async function answerQuestion(
  parts: WriteParts,
  answer: AnswerQuestion | undefined,
  place: Place,
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
  const asked = await ask({ parts, answer, place, caller }, object, plan.value.isDryRun);
  if (!asked.ok) return asked;
  const text = encodeJson(form.message, asked.value);
  return done({ object: plainVersion('', 0, Buffer.from(text, 'utf8')), form, isCreated: true, warnings });
}

interface Question {
  readonly parts: WriteParts;
  readonly answer: AnswerQuestion | undefined;
  readonly place: Place;
  readonly caller: Caller;
}

async function ask(question: Question, object: ApiObject, isDryRun: boolean): Promise<Outcome<ApiObject>> {
  const { parts, answer, place, caller } = question;
  const request = { operation: 'create' as const, place, object, isDryRun, caller, warn: () => undefined };
  const admitted = await admit(parts.admission, request);
  if (!admitted.ok) return admitted;
  const issues = place.subresource === undefined ? findIssues(place, object) : [];
  if (issues.length > 0) {
    return refused(invalid({ group: place.resource.group, kind: place.resource.kind }, '', issues));
  }
  return (await answer?.(place, object, caller)) ?? notCarriedOut(place, 'create');
}

/** Questions need no name. */
function findIssues({ resource }: Place, object: ApiObject) {
  const report = createReport();
  if ((object.metadata.name ?? '') !== '') {
    const rules = { isNamespaced: resource.scope === 'Namespaced' };
    report.within('metadata', () => validateObjectMeta(object.metadata, rules, report));
  }
  report.issues.push(...validate(resource.message, object));
  resource.hooks.validateCreate?.(object as never, report);
  return report.issues;
}
