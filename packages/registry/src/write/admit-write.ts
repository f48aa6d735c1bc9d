/** The two turns that plugins have on a create or an update. */
import { admit, validateAdmission } from '../admission/run-admission.ts';
import type { Operation } from '@keelson/admission';
import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { dropDuplicateOwners } from './tidy-metadata.ts';
import type { Writing } from './writing.ts';

export interface AdmittedWrite {
  readonly operation: Operation;
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
}

export async function admitWrite(writing: Writing, write: AdmittedWrite): Promise<Outcome<void>> {
  const admitted = await admit(writing.parts.admission, requestOf(writing, write));
  if (admitted.ok) dropDuplicateOwners(write.object, true, writing.warnings);
  return admitted;
}

export function validateWrite(writing: Writing, write: AdmittedWrite): Promise<Outcome<void>> {
  return validateAdmission(writing.parts.admission, requestOf(writing, write));
}

function requestOf({ place, plan, caller, warnings }: Writing, write: AdmittedWrite) {
  return { ...write, place, caller, isDryRun: plan.isDryRun, warn: (text: string) => void warnings.add(text) };
}
