/** The two turns that plugins have on a create or an update. */
import { when, type MaybePromise } from '@keelson/telemetry';
import type { AdmissionOperation, AdmissionRequest } from '@keelson/admission';
import { decodeManagedFields } from '@keelson/patch';

import { admit, firstRound, validateAdmission } from '../admission/run-admission.ts';
import type { Form, Outcome } from '../contract.ts';
import { setOrDelete, type ApiObject } from '../objects/api-object.ts';
import { bodyFormOf } from '../objects/form.ts';
import { done } from '../outcome.ts';
import { matchNamespace } from './match-place.ts';
import { postpone } from './request-deadline.ts';
import { dropDuplicateOwners } from './tidy-metadata.ts';
import type { Writing } from './writing.ts';

export interface AdmittedWrite {
  readonly operation: AdmissionOperation;
  /** In the version of the place for mutating plugins, in the stored one for validating plugins. */
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
  /** The JSON of `old`, where it is in the stored version. */
  readonly oldBytes?: Uint8Array | undefined;
  /** The forms, where the objects are neither in that of the place nor in the stored one, such as a Scale. */
  readonly forms?: { readonly object: Form; readonly old: Form } | undefined;
}

/** The object as the plugins left it: the same one changed, or another in its place. */
export function admitWrite(writing: Writing, write: AdmittedWrite): MaybePromise<Outcome<ApiObject>> {
  const { object, forms } = write;
  const request = requestOf(writing, write, forms?.object ?? bodyFormOf(writing.place));
  request.rounds = firstRound();
  const { managedFields } = object.metadata;
  return when(admit(writing.parts.admission, request), (admitted): Outcome<ApiObject> => {
    if (!admitted.ok) return admitted;
    const left = request.object as ApiObject;
    if (left !== object) {
      const matched = matchNamespace(writing.place, left);
      if (!matched.ok) return matched;
      keepManagedFields(writing, left, managedFields);
    }
    dropDuplicateOwners(left, true, writing.warnings);
    return done(left);
  });
}

export function validateWrite(writing: Writing, write: AdmittedWrite): MaybePromise<Outcome<void>> {
  const form = write.forms?.object ?? writing.store.form;
  return validateAdmission(writing.parts.admission, requestOf(writing, write, form));
}

/** Webhooks that know `managedFields` in an older form must not spoil them. */
function keepManagedFields(
  { warnings }: Writing,
  { metadata }: ApiObject,
  before: ApiObject['metadata']['managedFields'],
): void {
  const decoded = decodeManagedFields(metadata.managedFields);
  if (decoded.ok) return;
  setOrDelete(metadata, 'managedFields', before);
  const cause = 'this could be caused by an outdated mutating admission controller; please fix your requests';
  warnings.add(`.metadata.managedFields was in an invalid state after admission; ${cause}: ${decoded.message}`);
}

type MutableRequest = { -readonly [K in keyof AdmissionRequest]: AdmissionRequest[K] };

function requestOf(writing: Writing, { operation, object, old, oldBytes, forms }: AdmittedWrite, form: Form) {
  const { parts, place, plan, caller, warnings, annotations, store } = writing;
  const request: MutableRequest = {
    operation,
    place,
    object,
    form,
    old,
    oldForm: forms?.old ?? store.form,
    oldBytes,
    isDryRun: plan.isDryRun,
    caller,
    warn: (text) => void warnings.add(text),
    annotate: (annotation) => void annotations.push(annotation),
    options: () => optionsOf(writing, operation),
    deadlineMs: writing.endMs,
    noteWaited: (ms) => postpone(parts, ms),
    rounds: undefined,
  };
  return request;
}

/** As the API prints them. Those of a patch are called by what the patch does. */
export function optionsOf(
  { parts, plan: { asked } }: Pick<Writing, 'parts' | 'plan'>,
  operation: AdmissionOperation,
): object {
  const { dryRun = [], fieldManager = '', fieldValidation = '' } = asked;
  return {
    kind: operation === 'create' ? 'CreateOptions' : 'UpdateOptions',
    apiVersion: `meta.${parts.scheme.domain}/v1`,
    ...(dryRun.length > 0 && { dryRun }),
    ...(fieldManager !== '' && { fieldManager }),
    ...(fieldValidation !== '' && { fieldValidation }),
  };
}
