/** What the registry does, as far as feature gates decide it. */
import type { RegistryFeatures } from '@keelson/registry';

export function registryFeatures(gatesOff: ReadonlySet<string>): RegistryFeatures {
  return {
    listsInPages: !gatesOff.has('APIListChunking'),
    countsRemaining: !gatesOff.has('RemainingItemCount'),
    validatesFields: !gatesOff.has('ServerSideFieldValidation'),
  };
}
