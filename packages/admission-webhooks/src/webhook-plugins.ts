/** The two admission plugins that ask webhooks. Where there are no webhooks they cost a look at an empty table. */
import type { AdmissionPlugin, AdmissionRequest, AdmissionRounds } from '@keelson/admission';
import type { Status } from '@keelson/meta';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Invocation, MatchResult, Phase } from './contract.ts';
import type { DispatchParts, Review } from './dispatch/ask-hook.ts';
import { mutate, noMutations, type MutationMemory } from './dispatch/mutate.ts';
import { formAt, isReviewed, matchRequestOf, printedRequestOf } from './dispatch/review-request.ts';
import { askValidating } from './dispatch/ask-validating.ts';
import { ReviewedObject } from './object/reviewed-object.ts';

export const mutatingPlugin = 'MutatingAdmissionWebhook';
export const validatingPlugin = 'ValidatingAdmissionWebhook';

export function createWebhookPlugins(parts: DispatchParts): readonly AdmissionPlugin[] {
  return [mutatingWebhooks(parts), validatingWebhooks(parts)];
}

function mutatingWebhooks(parts: DispatchParts): AdmissionPlugin {
  const memories = new WeakMap<AdmissionRounds, MutationMemory>();
  return {
    name: mutatingPlugin,
    handlesConnect: true,
    concerns: (request) => parts.host.mayMatch('mutating') && isReviewed(request),
    admit: (request) =>
      whenMatched(parts, 'mutating', request, async (invocations) => {
        const memory = memoryOf(memories, request);
        const review = reviewOf(parts, request);
        return timed(parts, request, () => mutateInRound(review, invocations, memory));
      }),
  };
}

function memoryOf(memories: WeakMap<AdmissionRounds, MutationMemory>, { rounds }: AdmissionRequest): MutationMemory {
  const memory = (rounds && memories.get(rounds)) ?? noMutations();
  if (rounds !== undefined) memories.set(rounds, memory);
  return memory;
}

async function mutateInRound(
  review: Review,
  invocations: readonly Invocation[],
  memory: MutationMemory,
): Promise<Status | undefined> {
  const { request, object } = review;
  const output = async (): Promise<string | undefined> => {
    const printed = object === undefined ? undefined : await object.bytesIn(object.form);
    return printed?.ok === true ? Buffer.from(printed.bytes).toString('utf8') : undefined;
  };
  // Changes by other plugins in the second round are new to every webhook.
  if (request.rounds?.isSecond === true && memory.lastOutput !== (await output())) {
    for (const uid of memory.previous) memory.again.add(uid);
    memory.previous.clear();
  }
  const refusal = await mutate(review, invocations, memory);
  if (request.rounds?.isSecond !== true && request.rounds?.needsAnother === true) memory.lastOutput = await output();
  return refusal;
}

function validatingWebhooks(parts: DispatchParts): AdmissionPlugin {
  return {
    name: validatingPlugin,
    handlesConnect: true,
    concerns: (request) => parts.host.mayMatch('validating') && isReviewed(request),
    validate: (request) =>
      whenMatched(parts, 'validating', request, (invocations) =>
        timed(parts, request, () => askValidating(reviewOf(parts, request), invocations)),
      ),
  };
}

/** Most requests meet none, and go on at once. */
function whenMatched(
  { host }: DispatchParts,
  phase: Phase,
  request: AdmissionRequest,
  then: (invocations: readonly Invocation[]) => Promise<Status | undefined>,
): MaybePromise<Status | undefined> {
  return when(host.match(phase, matchRequestOf(request)), (matched: MatchResult) => {
    if (!matched.ok) return matched.status;
    return matched.invocations.length === 0 ? undefined : then(matched.invocations);
  });
}

async function timed<T>({ clock }: DispatchParts, { noteWaited }: AdmissionRequest, run: () => Promise<T>): Promise<T> {
  const beganMs = clock();
  const result = await run();
  noteWaited?.(clock() - beganMs);
  return result;
}

function reviewOf(parts: DispatchParts, request: AdmissionRequest): Review {
  const { scheme } = parts;
  const { place, object, old, oldBytes } = request;
  const form = request.form ?? formAt(place.resource, place.subresource);
  return {
    parts,
    request,
    printed: printedRequestOf(request),
    object: object && new ReviewedObject(scheme, object, form),
    old: old && new ReviewedObject(scheme, old, request.oldForm ?? form, oldBytes),
  };
}
