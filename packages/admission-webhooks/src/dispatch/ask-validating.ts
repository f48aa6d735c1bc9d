/** Validating webhooks: all asked at once. The request waits for every answer; the first refusal that came is its own. */
import type { Status } from '@keelson/meta';

import type { Invocation } from '../contract.ts';
import { annotateFailedOpen } from './annotate.ts';
import { askHook, failedWebhook, reportOf, type Review } from './ask-hook.ts';
import { hasEnded, outOfTime } from './mutate.ts';
import { formOfTarget } from './review-request.ts';

export async function askValidating(review: Review, invocations: readonly Invocation[]): Promise<Status | undefined> {
  const { parts, request } = review;
  if (hasEnded(request)) return outOfTime();
  // Each version is printed once, before the first of its webhooks waits for anything.
  const prepared = invocations.map((each) => ({
    ...each,
    form: formOfTarget(parts.scheme, request.place, each.target),
  }));
  for (const { form } of prepared) {
    await review.object?.bytesIn(form);
    await review.old?.bytesIn(form);
  }
  const refusals: Status[] = [];
  await Promise.all(
    prepared.map(async ({ form, ...invocation }, index) => {
      const refusal = await askOne(review, invocation, { form, index });
      if (refusal !== undefined) refusals.push(refusal);
    }),
  );
  return refusals[0];
}

type Form = ReturnType<typeof formOfTarget>;

async function askOne(
  review: Review,
  invocation: Invocation,
  { form, index }: { readonly form: Form; readonly index: number },
): Promise<Status | undefined> {
  const { parts, request } = review;
  const { hook } = invocation;
  const beganMs = parts.clock();
  const outcome = await askHook(review, invocation, form);
  parts.host.report(reportOf(review, invocation, outcome, beganMs));
  switch (outcome.kind) {
    case 'allowed':
      return undefined;
    case 'denied':
    case 'broken':
      return outcome.status;
    case 'failed': {
      if (hasEnded(request)) return outOfTime();
      if (!hook.ignoresFailure) return failedWebhook(hook.name, outcome.message);
      annotateFailedOpen({ domain: parts.scheme.domain, request, hook, round: 0 }, index);
      return undefined;
    }
  }
}
