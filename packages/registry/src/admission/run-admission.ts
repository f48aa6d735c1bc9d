/** Runs the plugins in their order, up to the first refusal. */
import type { Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';
import type { AdmissionPlugin, AdmissionRequest } from './plugin.ts';

export async function admit(plugins: readonly AdmissionPlugin[], request: AdmissionRequest): Promise<Outcome<void>> {
  for (const plugin of plugins) {
    const refusal = await plugin.admit?.(request);
    if (refusal !== undefined) return refused(refusal);
  }
  return done(undefined);
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
