/** The options of create, update and patch: read, checked, and worded where they are wrong. */
import { invalid, validateFieldManager } from '@keelson/meta';
import { createReport, stringsValue } from '@keelson/schema';
import type { Report } from '@keelson/schema';
import { managerName } from '@keelson/patch';

import type { Caller, Outcome, PatchKind, WriteOptions } from '../contract.ts';
import type { FieldValidation } from '../objects/field-validation.ts';
import { done, refused } from '../outcome.ts';
import { parseFlag } from './parse-values.ts';

export interface WritePlan {
  /** As the client wrote them. */
  readonly asked: WriteOptions;
  readonly isDryRun: boolean;
  readonly manager: string;
  readonly fieldValidation: FieldValidation;
  readonly isForced: boolean;
}

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

export interface PlanContext {
  readonly domain: string;
  /** For patches alone. */
  readonly patchKind?: PatchKind | undefined;
  /** False: the server ignores what the request says of unknown fields. */
  readonly validatesFields: boolean;
}

export function planWrite(
  kind: OptionsKind,
  options: WriteOptions,
  caller: Caller,
  context: PlanContext,
): Outcome<WritePlan> {
  const report = createReport();
  const { fieldManager = '', fieldValidation = '', force } = options;
  if (context.patchKind !== undefined) validatePatch(context.patchKind, options, report);
  validateFieldManager(fieldManager, 'fieldManager', report);
  validateDryRun(options.dryRun, report);
  if (!isFieldValidation(fieldValidation)) {
    report.notSupported('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']);
  }
  if (report.issues.length > 0) return refused(invalid({ group: `meta.${context.domain}`, kind }, '', report.issues));
  return done({
    asked: options,
    isDryRun: isDryRun(options.dryRun),
    manager: managerName(fieldManager, caller.userAgent),
    fieldValidation:
      context.validatesFields && isFieldValidation(fieldValidation) ? fieldValidation || 'Ignore' : 'Ignore',
    isForced: parseFlag(force),
  });
}

function validatePatch(kind: PatchKind, { fieldManager = '', force }: WriteOptions, report: Report): void {
  if (kind !== 'apply') {
    if (force !== undefined) report.forbidden('force', 'may not be specified for non-apply patch');
  } else if (fieldManager === '') {
    report.required('fieldManager', 'is required for apply patch');
  }
}

function isFieldValidation(text: string): text is FieldValidation | '' {
  return text === '' || text === 'Ignore' || text === 'Warn' || text === 'Strict';
}

export function validateDryRun(values: readonly string[] | undefined, report: Report): void {
  if (values?.some((value) => value !== 'All') === true) report.notSupported('dryRun', stringsValue(values), ['All']);
}

export function isDryRun(values: readonly string[] | undefined): boolean {
  return (values ?? []).length > 0;
}
