/** Runs the plugins in their order, up to the first refusal. Waits only for those that have to wait themselves. */
import type { AdmissionPlugin, AdmissionRequest } from '@keelson/admission';
import { badRequest } from '@keelson/meta';
import type { Status } from '@keelson/meta';
import { isPromise, type MaybePromise } from '@keelson/telemetry';

import type { Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';

type Ask = (plugin: AdmissionPlugin, request: AdmissionRequest) => MaybePromise<Status | undefined> | undefined;

export function admit(plugins: readonly AdmissionPlugin[], request: AdmissionRequest): MaybePromise<Outcome<void>> {
  return askFrom(0, plugins, request, admitOne);
}

export function validateAdmission(
  plugins: readonly AdmissionPlugin[],
  request: AdmissionRequest,
): MaybePromise<Outcome<void>> {
  return askFrom(0, plugins, request, validateOne);
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
    if (plugin === undefined || plugin.concerns?.(request) === false) continue;
    const refusal = ask(plugin, request);
    if (isPromise(refusal)) {
      return refusal.then((late) => (late === undefined ? askFrom(index + 1, plugins, request, ask) : refused(late)));
    }
    if (refusal !== undefined) return refused(refusal);
  }
  return admitted;
}

const admitted = done(undefined);

/** The plugin's side effects could not be undone. */
function noDryRun({ name }: AdmissionPlugin): Status {
  return badRequest(`admission plugin "${name}" does not support dry run`);
}
