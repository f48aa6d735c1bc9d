/** Rules for taints. */
import { labelValue, qualifiedName } from '@keelson/meta';
import { printValue, type Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { Taint } from './taint.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function validateTaints(taints: readonly Taint[] | undefined, path: string, report: Report): void {
  const seen = new Set<string>();
  eachItem(report, path, taints, (taint) => {
    const { key, value = '', effect } = taint;
    reportFormat(report, 'key', key, qualifiedName);
    const problems = labelValue.check(value);
    if (problems.length > 0) report.invalid('value', value, problems.join(';'));
    if (effect === '') report.required('effect');
    else if (!effects.includes(effect)) report.notSupported('effect', effect, effects);
    const pair = `${effect} ${key}`;
    if (seen.has(pair)) {
      const message = `Duplicate value: ${printValue(taint)}: taints must be unique by key and effect pair`;
      report.add([{ code: 'FieldValueDuplicate', path: '', message }]);
    }
    seen.add(pair);
  });
}
