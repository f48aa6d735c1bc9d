/** Asks one webhook about one request. Its answer, or why there is none, as a value. */
import type { AdmissionRequest, ObjectForm } from '@keelson/admission';
import { internalError, qualifiedName, type Status } from '@keelson/meta';
import { quote, type Scheme } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { HookReport, Invocation, WebhookHost } from '../contract.ts';
import type { ReviewedObject } from '../object/reviewed-object.ts';
import { denialOf, noDryRun } from '../review/denial.ts';
import { findHttpFailure } from '../review/http-failure.ts';
import { printReview, type PrintedRequest } from '../review/print-review.ts';
import { readAnswer, type ReviewResponse } from '../review/read-answer.ts';

export interface DispatchParts {
  readonly scheme: Scheme;
  readonly host: WebhookHost;
  readonly makeUid: () => string;
  /** In milliseconds, of a clock that never goes back. */
  readonly clock: () => number;
}

export interface Review {
  readonly parts: DispatchParts;
  readonly request: AdmissionRequest;
  readonly printed: PrintedRequest;
  readonly object: ReviewedObject | undefined;
  readonly old: ReviewedObject | undefined;
}

export type HookOutcome =
  | { readonly kind: 'allowed'; readonly response: ReviewResponse; readonly sent: Uint8Array | undefined }
  | { readonly kind: 'denied'; readonly status: Status }
  /** The webhook could not be asked, or gave no answer; its failure policy decides. `code` stands for it in metrics. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: number }
  /** The fault is with the request, not with the webhook: no policy lets it pass. */
  | { readonly kind: 'broken'; readonly status: Status };

export function askHook(review: Review, invocation: Invocation, form: ObjectForm): MaybePromise<HookOutcome> {
  const { request, object, old } = review;
  const { hook } = invocation;
  const unfit = findUnfit(request, hook);
  if (unfit !== undefined) return unfit;
  const version = hook.reviewVersion;
  if (version === undefined) return notKnown;
  // In the version that the webhook asks for. That may have to wait for other webhooks, but hardly ever does.
  return when(object?.bytesIn(form), (printed) =>
    when(old?.bytesIn(form), (printedOld) => {
      if (printed?.ok === false) return broken(printed.message);
      if (printedOld?.ok === false) return broken(printedOld.message);
      return callHook(review, invocation, { form, version, object: printed?.bytes, oldObject: printedOld?.bytes });
    }),
  );
}

function broken(message: string): HookOutcome {
  return { kind: 'broken', status: internalError(message) };
}

interface Sending {
  readonly form: ObjectForm;
  readonly version: 'v1' | 'v1beta1';
  readonly object: Uint8Array | undefined;
  readonly oldObject: Uint8Array | undefined;
}

async function callHook(
  { parts, request, printed }: Review,
  { hook, target }: Invocation,
  { form, version, object, oldObject }: Sending,
): Promise<HookOutcome> {
  const { scheme, host, makeUid } = parts;
  const uid = makeUid();
  const { domain } = scheme;
  const body = printReview({ domain, version, uid, kind: form, resource: target, request: printed, object, oldObject });
  const answer = await host.call({ hook, body, endMs: request.deadlineMs });
  if (!answer.ok) return { kind: 'failed', message: answer.message, code: 400 };
  const failure = findHttpFailure(answer);
  if (failure !== undefined) {
    return { kind: 'failed', message: `failed to call webhook: ${failure.message}`, code: failure.code };
  }
  const read = readAnswer(answer.body, { scheme, version, uid, phase: hook.phase });
  if (!read.ok) return { kind: 'failed', message: read.message, code: read.code };
  takeNotes(request, hook.name, read.response);
  if (!read.response.isAllowed) return { kind: 'denied', status: denialOf(hook.name, read.response.status) };
  return { kind: 'allowed', response: read.response, sent: object };
}

const notKnown: HookOutcome = {
  kind: 'failed',
  message: 'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
  code: 400,
};

/** A dry run must have no effects, and these webhooks may have some. */
function findUnfit({ isDryRun }: AdmissionRequest, { name, sideEffects }: Invocation['hook']): HookOutcome | undefined {
  if (!isDryRun || sideEffects === 'None' || sideEffects === 'NoneOnDryRun') return undefined;
  if (sideEffects !== undefined) return { kind: 'broken', status: noDryRun(name) };
  return { kind: 'failed', message: 'Webhook SideEffects is nil', code: 400 };
}

function takeNotes({ annotate, warn }: AdmissionRequest, hook: string, response: ReviewResponse): void {
  for (const [name, value] of Object.entries(response.auditAnnotations)) {
    const key = `${hook}/${name}`;
    if (qualifiedName.check(key).length === 0) annotate?.({ key, value, level: 'Metadata' });
  }
  for (const warning of response.warnings) warn(warning);
}

/** The refusal of a request whose webhook failed, and may not be passed over. */
export function failedWebhook(hook: string, message: string): Status {
  return internalError(wordFailedCall(hook, message));
}

export function wordFailedCall(hook: string, message: string): string {
  return `failed calling webhook ${quote(hook)}: ${message}`;
}

/** The outcome of the call, for the metrics of the webhook. */
export function reportOf(
  { parts, printed }: Review,
  { hook }: Invocation,
  outcome: HookOutcome,
  beganMs: number,
): HookReport {
  const { phase, uid, name, configuration } = hook;
  return {
    hook: { phase, uid, name, configuration },
    operation: printed.operation,
    seconds: (parts.clock() - beganMs) / 1_000,
    hasChanged: false,
    ...judge(outcome, hook.ignoresFailure),
  };
}

function judge(outcome: HookOutcome, ignoresFailure: boolean): Pick<HookReport, 'outcome' | 'code' | 'message'> {
  switch (outcome.kind) {
    case 'allowed':
      return { outcome: 'allowed', code: 200 };
    case 'denied':
      return { outcome: 'denied', code: outcome.status.code ?? 400, message: outcome.status.message };
    case 'failed':
      return { outcome: ignoresFailure ? 'failedOpen' : 'failed', code: outcome.code, message: outcome.message };
    case 'broken':
      return { outcome: 'broken', code: 0, message: outcome.status.message };
  }
}
