/** Runs a write that may reserve items of ranges, and ends their reservation with it. */
import type { Outcome, WriteAnswer } from '../contract.ts';
import type { Writing } from './writing.ts';

type Run = (writing: Writing) => Promise<Outcome<WriteAnswer>>;

/** Costs nothing where nothing is allocated. */
export function withAllocation(writing: Writing, run: Run): Promise<Outcome<WriteAnswer>> {
  const { ranges } = writing.parts;
  if (ranges === undefined || writing.store.stored.allocation === undefined) return run(writing);
  return runAllocating({ ...writing, allocation: ranges.begin() }, run);
}

async function runAllocating(writing: Writing, run: Run): Promise<Outcome<WriteAnswer>> {
  let revision: number | undefined;
  try {
    const outcome = await run(writing);
    if (outcome.ok && !writing.plan.isDryRun) ({ revision } = outcome.value.object);
    return outcome;
  } finally {
    writing.allocation?.end(revision);
  }
}
