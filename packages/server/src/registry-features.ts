/** The features and the gates of the registry, as feature gates and the emulated release decide. */
import { fieldsAfter, valuesAfter } from '@keelson/api';
import { createFieldGates, isLater, type FieldGates, type Release } from '@keelson/schema';
import type { RegistryFeatures } from '@keelson/registry';

/** The first release that warns of what is in an object. */
const objectWarningsSince: Release = '1.22';

export function registryFeatures(gatesOff: ReadonlySet<string>, release: Release): RegistryFeatures {
  return {
    listsInPages: !gatesOff.has('APIListChunking'),
    countsRemaining: !gatesOff.has('RemainingItemCount'),
    validatesFields: !gatesOff.has('ServerSideFieldValidation'),
    warnsOfObjects: !isLater(objectWarningsSince, release),
  };
}

/** The gates of fields and values: those that are off, and what came with later releases than the one that is served. */
export function fieldGatesOf(gatesOff: ReadonlySet<string>, release: Release): FieldGates {
  return createFieldGates(gatesOff, { isLater: fieldsAfter(release), laterValues: valuesAfter(release) });
}
