/** Runs the plugins in their order, up to the first refusal. */
import { badRequest } from '@keelson/meta';
import type { Status } from '@keelson/meta';

import type { Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';
import type { AdmissionPlugin, AdmissionRequest } from '@keelson/admission';

export async function admit(plugins: readonly AdmissionPlugin[], request: AdmissionRequest): Promise<Outcome<void>> {
  for (const plugin of plugins) {
    if (request.isDryRun && plugin.hasSideEffects?.(request) === true) return refused(noDryRun(plugin));
    const refusal = await plugin.admit?.(request);
    if (refusal !== undefined) return refused(refusal);
  }
  return done(undefined);
}

/** What the plugin would do could not be taken back. */
function noDryRun({ name }: AdmissionPlugin): Status {
  return badRequest(`admission plugin "${name}" does not support dry run`);
}

export async function validateAdmission(
  plugins: readonly AdmissionPlugin[],
  request: AdmissionRequest,
): Promise<Outcome<void>> {
  for (const plugin of plugins) {
    const refusal = await plugin.validate?.(request);
    if (refusal !== undefined) return refused(refusal);
  }
  return done(undefined);
}
