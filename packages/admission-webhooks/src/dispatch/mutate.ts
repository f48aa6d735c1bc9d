/**
 * Mutating webhooks: asked one after the other, each about the object as the one before left it. Where one changed
 * something, those that wish it are asked once more in the second round of plugins:
 *
 *     round 1: all that match ── changed by a later one, or by another plugin ──▶ round 2: those with IfNeeded, once
 */
import type { AdmissionObject, AdmissionRequest } from '@keelson/admission';
import { internalError, timeout, type Status } from '@keelson/meta';

import type { HookReport, Invocation, LabelsOf } from '../contract.ts';
import { patchReviewed, parsePatch } from '../object/patch-reviewed.ts';
import { convertForm } from '../object/reviewed-object.ts';
import { annotateFailedOpen, annotateMutation, annotatePatch, type Annotated } from './annotate.ts';
import { askHook, failedWebhook, reportOf, type HookOutcome, type Review } from './ask-hook.ts';
import { formOfTarget, matchRequestOf } from './review-request.ts';

/** State of the first round that the second one needs. */
export interface MutationMemory {
  /** Asked in the first round, and to be asked again if anything changes after them. */
  readonly previous: Set<string>;
  /** To be asked in the second round. */
  readonly again: Set<string>;
  /** The object as the webhooks left it, as JSON. */
  lastOutput: string | undefined;
}

export function noMutations(): MutationMemory {
  return { previous: new Set(), again: new Set(), lastOutput: undefined };
}

/** Everyone asked so far sees something new. */
function askAgain({ previous, again }: MutationMemory): void {
  for (const uid of previous) again.add(uid);
  previous.clear();
}

/** A refusal, or undefined. The object of the request is what they made of it. */
export async function mutate(
  review: Review,
  invocations: readonly Invocation[],
  memory: MutationMemory,
): Promise<Status | undefined> {
  let pending = invocations;
  for (let at = 0; at < pending.length; at += 1) {
    const invocation = pending[at];
    if (invocation === undefined || !isDue(review, invocation, memory)) continue;
    const labels = labelsOf(review.request.object);
    const step = await takeStep(review, invocation, memory);
    if (step.refusal !== undefined) return step.refusal;
    if (!step.hasChanged || isSameLabels(labels, labelsOf(review.request.object))) continue;
    // Which of those to come are met depends on the labels of the object as it is now.
    const matched = await review.parts.host.match('mutating', matchRequestOf(review.request));
    if (!matched.ok) return matched.status;
    pending = matched.invocations.filter(({ hook }) => hook.index > invocation.hook.index);
    at = -1;
  }
  return undefined;
}

/** Nobody is asked for the first time in the second round. */
function isDue({ request }: Review, { hook }: Invocation, { again }: MutationMemory): boolean {
  return request.rounds?.isSecond !== true || again.has(hook.uid);
}

async function takeStep(review: Review, invocation: Invocation, memory: MutationMemory): Promise<Step> {
  const { rounds } = review.request;
  const step = await askOne(review, invocation, rounds?.isSecond === true ? 1 : 0);
  if (step.hasChanged) askAgain(memory);
  if (step.hasChanged && rounds !== undefined) rounds.needsAnother = true;
  if (invocation.hook.isReinvoked) memory.previous.add(invocation.hook.uid);
  return step;
}

function labelsOf(object: AdmissionObject | undefined): LabelsOf | undefined {
  return (object?.metadata as { readonly labels?: LabelsOf } | undefined)?.labels;
}

function isSameLabels(a: LabelsOf = {}, b: LabelsOf = {}): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}

interface Step {
  readonly hasChanged: boolean;
  readonly refusal: Status | undefined;
}

async function askOne(review: Review, invocation: Invocation, round: 0 | 1): Promise<Step> {
  const { parts, request } = review;
  const { hook } = invocation;
  const beganMs = parts.clock();
  const annotated: Annotated = { domain: parts.scheme.domain, request, hook, round };
  const asked = await askHook(review, invocation, formOfTarget(parts.scheme, request.place, invocation.target));
  const { outcome, hasChanged } = await applyAnswer(review, invocation, asked, annotated);
  annotateMutation(annotated, hasChanged);
  const report: HookReport = { ...reportOf(review, invocation, outcome, beganMs), hasChanged };
  parts.host.report(report);
  switch (outcome.kind) {
    case 'allowed':
      return { hasChanged, refusal: undefined };
    case 'denied':
    case 'broken':
      return { hasChanged, refusal: outcome.status };
    case 'failed': {
      if (hasEnded(request)) return { hasChanged, refusal: outOfTime() };
      if (!hook.ignoresFailure) return { hasChanged, refusal: failedWebhook(hook.name, outcome.message) };
      annotateFailedOpen(annotated, hook.index);
      return { hasChanged, refusal: undefined };
    }
  }
}

/** Nobody waits for the answer any more, and the webhooks to come would have no time. */
export function hasEnded({ deadlineMs }: AdmissionRequest): boolean {
  return deadlineMs !== undefined && Date.now() >= deadlineMs;
}

export function outOfTime(): Status {
  return timeout('request did not complete within the allotted timeout');
}

interface Applied {
  readonly outcome: HookOutcome;
  readonly hasChanged: boolean;
}

async function applyAnswer(
  review: Review,
  { hook, target }: Invocation,
  outcome: HookOutcome,
  annotated: Annotated,
): Promise<Applied> {
  if (outcome.kind !== 'allowed' || outcome.response.patch.length === 0) return { outcome, hasChanged: false };
  const { response, sent } = outcome;
  const parsed = parsePatch(response.patch);
  if (!parsed.ok) return broken(parsed.status);
  if (parsed.operations.length === 0) return { outcome, hasChanged: false };
  const { object } = review;
  if (sent === undefined || object === undefined) {
    const why = `admission webhook "${hook.name}" attempted to modify the object, which is not supported for this operation`;
    return broken(internalError(why));
  }
  if (response.patchType !== 'JSONPatch') {
    const message = `unsupported patch type ${JSON.stringify(response.patchType)}`;
    return { outcome: { kind: 'failed', message, code: 400 }, hasChanged: false };
  }
  const { scheme } = review.parts;
  const form = formOfTarget(scheme, review.request.place, target);
  const patched = patchReviewed(scheme, { bytes: sent, form }, parsed.operations);
  if (!patched.ok) return broken(patched.status);
  annotatePatch(annotated, parsed.operations);
  if (!patched.hasChanged) return { outcome, hasChanged: false };
  const back = await convertForm(scheme, patched.object, form, object.form);
  if (!back.ok) return broken(internalError(back.message));
  object.replace(back.object, form, patched.bytes);
  review.request.object = back.object;
  return { outcome, hasChanged: true };
}

function broken(status: Status): Applied {
  return { outcome: { kind: 'broken', status }, hasChanged: false };
}
