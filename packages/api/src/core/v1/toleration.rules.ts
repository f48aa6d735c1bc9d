/**
 * Rules for tolerations. All of them are here, and none in the declaration, for the
 * path of a list of tolerations is not that of its field everywhere.
 */
import { labelValue, qualifiedName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { Toleration } from './toleration.ts';

export function validateTolerations(
  tolerations: readonly Toleration[] | undefined,
  path: string,
  report: Report,
): void {
  eachItem(report, path, tolerations, (toleration) => {
    const { key = '', operator = '', effect = '', tolerationSeconds } = toleration;
    if (key !== '') reportFormat(report, 'key', key, qualifiedName);
    else if (operator !== 'Exists') report.invalid('operator', operator, mustExist);
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      report.invalid('effect', effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    validateOperator(toleration, report);
    if (effect !== '' && !effects.includes(effect)) report.notSupported('effect', effect, effects);
  });
}

const mustExist = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
const operators = ['Equal', 'Exists'];
const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Clients know findings on the value as findings on the operator. */
function validateOperator(toleration: Toleration, report: Report): void {
  const { operator = 'Equal', value = '' } = toleration;
  if (!operators.includes(operator)) {
    report.notSupported('operator', operator, operators);
  } else if (operator === 'Exists') {
    if (value !== '') report.invalid('operator', toleration, "value must be empty when `operator` is 'Exists'");
  } else {
    const problems = labelValue.check(value);
    if (problems.length > 0) report.invalid('operator', value, problems.join(';'));
  }
}
