/** Validates selectors inside objects. Values of expressions may be any text, as old objects contain such values. */
import type { Report } from '@keelson/schema';
import { validateLabels } from '../metadata/labels.ts';
import { qualifiedName } from '../names/qualified-name.ts';
import type { LabelExpression, LabelSelectorObject } from './label-selector.ts';

export function validateLabelSelector(object: LabelSelectorObject | null | undefined, report: Report): void {
  if (object === null || object === undefined) return;
  validateLabels(object.matchLabels, 'matchLabels', report);
  object.matchExpressions?.forEach((expression, index) => {
    report.within(`matchExpressions[${index}]`, () => validateExpression(expression, report));
  });
}

function validateExpression({ key, operator, values }: LabelExpression, report: Report): void {
  const count = values?.length ?? 0;
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (count === 0) report.required('values', "must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (count > 0) report.forbidden('values', "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      break;
    default:
      report.invalid('operator', operator, 'not a valid selector operator');
  }
  for (const problem of qualifiedName.check(key)) report.invalid('key', key, problem);
}
