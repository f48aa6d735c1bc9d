/** The features of the registry that feature gates decide. */
import type { RegistryFeatures } from '@keelson/registry';

export function registryFeatures(gatesOff: ReadonlySet<string>): RegistryFeatures {
  return {
    listsInPages: !gatesOff.has('APIListChunking'),
    countsRemaining: !gatesOff.has('RemainingItemCount'),
    validatesFields: !gatesOff.has('ServerSideFieldValidation'),
  };
}
