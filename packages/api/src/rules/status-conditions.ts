/** Rules for conditions in their common form: each of another type, with a reason and a time. */
import { qualifiedName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from './each-item.ts';
import { reportFormat } from './report-format.ts';

/** As each kind declares it. */
interface Condition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number | bigint;
  readonly lastTransitionTime: string | null;
  readonly reason: string;
  readonly message: string;
}

const statuses = ['False', 'True', 'Unknown'];
const maxReasonBytes = 1024;
const maxMessageBytes = 32 * 1024;

export function validateStatusConditions(
  conditions: readonly Condition[] | undefined,
  path: string,
  report: Report,
): void {
  const types = new Set<string>();
  eachItem(report, path, conditions, (condition) => {
    if (types.has(condition.type)) report.duplicate('type', condition.type);
    types.add(condition.type);
    validateCondition(condition, report);
  });
}

function validateCondition(condition: Condition, report: Report): void {
  const { type, status, observedGeneration = 0, lastTransitionTime, reason, message } = condition;
  reportFormat(report, 'type', type, qualifiedName);
  if (!statuses.includes(status)) report.notSupported('status', status, statuses);
  if (observedGeneration < 0) {
    report.invalid('observedGeneration', observedGeneration, 'must be greater than or equal to zero');
  }
  if (lastTransitionTime === null) report.required('lastTransitionTime', 'must be set');
  validateReason(reason, report);
  if (Buffer.byteLength(message) > maxMessageBytes) report.tooLong('message', message, maxMessageBytes);
}

const reasonPattern = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const reasonExpression = new RegExp(`^${reasonPattern}$`);
const reasonForm =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', " +
  "and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or " +
  `'ReasonA:ReasonB', regex used for validation is '${reasonPattern}')`;

function validateReason(reason: string, report: Report): void {
  if (reason === '') {
    report.required('reason', 'must be set');
    return;
  }
  if (!reasonExpression.test(reason)) report.invalid('reason', reason, reasonForm);
  if (Buffer.byteLength(reason) > maxReasonBytes) report.tooLong('reason', reason, maxReasonBytes);
}
