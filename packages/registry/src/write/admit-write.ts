/** The two turns that plugins have on a create or an update. */
import { admit, validateAdmission } from '../admission/run-admission.ts';
import type { AdmissionOperation } from '@keelson/admission';
import { when, type MaybePromise } from '@keelson/telemetry';
import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { dropDuplicateOwners } from './tidy-metadata.ts';
import type { Writing } from './writing.ts';

export interface AdmittedWrite {
  readonly operation: AdmissionOperation;
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
}

export function admitWrite(writing: Writing, write: AdmittedWrite): MaybePromise<Outcome<void>> {
  return when(admit(writing.parts.admission, requestOf(writing, write)), (admitted) => {
    if (admitted.ok) dropDuplicateOwners(write.object, true, writing.warnings);
    return admitted;
  });
}

export function validateWrite(writing: Writing, write: AdmittedWrite): MaybePromise<Outcome<void>> {
  return validateAdmission(writing.parts.admission, requestOf(writing, write));
}

function requestOf({ place, plan, caller, warnings }: Writing, { operation, object, old }: AdmittedWrite) {
  const warn = (text: string): void => void warnings.add(text);
  return { operation, object, old, place, caller, isDryRun: plan.isDryRun, warn };
}
