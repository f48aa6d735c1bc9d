/** Runs the plugins in their order, up to the first refusal. Waits only for those that have to wait themselves. */
import type {
  AdmissionPlugin,
  AdmissionRequest,
  AdmissionRounds,
  AdmissionType,
  ObserveStep,
} from '@keelson/admission';
import { badRequest } from '@keelson/meta';
import type { Status } from '@keelson/meta';
import { isPromise, when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';

type Ask = (plugin: AdmissionPlugin, request: AdmissionRequest) => MaybePromise<Status | undefined> | undefined;

/** The plugins in their order. */
export interface AdmissionChain {
  readonly plugins: readonly AdmissionPlugin[];
  readonly observeStep?: ObserveStep | undefined;
}

/**
 * The mutating plugins run again, all of them, when one has asked for it: an earlier one may have to react to what a
 * later one changed. There is no third round.
 */
export function admit(chain: AdmissionChain, request: AdmissionRequest): MaybePromise<Outcome<void>> {
  return when(runStep('admit', chain, request), (admitted) => {
    const { rounds } = request;
    if (!admitted.ok || rounds === undefined || rounds.isSecond || !rounds.needsAnother) return admitted;
    (rounds as { isSecond: boolean }).isSecond = true;
    return runStep('admit', chain, request);
  });
}

export function validateAdmission(chain: AdmissionChain, request: AdmissionRequest): MaybePromise<Outcome<void>> {
  return runStep('validate', chain, request);
}

function runStep(
  type: AdmissionType,
  { plugins, observeStep }: AdmissionChain,
  request: AdmissionRequest,
): MaybePromise<Outcome<void>> {
  const ask = type === 'admit' ? admitOne : validateOne;
  if (observeStep === undefined) return askFrom(0, plugins, request, ask);
  const beganMs = performance.now();
  return when(askFrom(0, plugins, request, ask), (outcome) => {
    observeStep(type, request.operation, { isRejected: !outcome.ok, seconds: (performance.now() - beganMs) / 1_000 });
    return outcome;
  });
}

export function firstRound(): AdmissionRounds {
  return { isSecond: false, needsAnother: false };
}

const admitOne: Ask = (plugin, request) =>
  request.isDryRun && plugin.hasSideEffects?.(request) === true ? noDryRun(plugin) : plugin.admit?.(request);

const validateOne: Ask = (plugin, request) => plugin.validate?.(request);

function askFrom(
  first: number,
  plugins: readonly AdmissionPlugin[],
  request: AdmissionRequest,
  ask: Ask,
): MaybePromise<Outcome<void>> {
  for (let index = first; index < plugins.length; index += 1) {
    const plugin = plugins[index];
    if (plugin === undefined || !concerns(plugin, request)) continue;
    const refusal = ask(plugin, request);
    if (isPromise(refusal)) {
      return refusal.then((found) =>
        found === undefined ? askFrom(index + 1, plugins, request, ask) : refused(found),
      );
    }
    if (refusal !== undefined) return refused(refusal);
  }
  return admitted;
}

const admitted = done(undefined);

function concerns(plugin: AdmissionPlugin, request: AdmissionRequest): boolean {
  if (request.operation === 'connect' && plugin.handlesConnect !== true) return false;
  return plugin.concerns?.(request) !== false;
}

/** The plugin's side effects could not be undone. */
function noDryRun({ name }: AdmissionPlugin): Status {
  return badRequest(`admission plugin "${name}" does not support dry run`);
}
