/** The rules for topology selectors. */
import { qualifiedName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { TopologySelectorLabelRequirement, TopologySelectorTerm } from './topology-selector.ts';

/** Requirements as one text, equal for those that choose the same places. */
type Identity = string;

const nothingRequired: Identity = identify(new Map());

export function validateTopologies(terms: readonly TopologySelectorTerm[], path: string, report: Report): void {
  // NOTE: clients see an empty term refused as if there had been as many empty ones before it as there are terms.
  const seen = new Map<Identity, number>([[nothingRequired, terms.length]]);
  eachItem(report, path, terms, (term) => {
    const identity = validateTerm(term, report);
    const before = seen.get(identity) ?? 0;
    for (let count = 0; count < before && !report.isFull; count += 1) report.duplicate('matchLabelExpressions', '');
    seen.set(identity, before + 1);
  });
}

function validateTerm({ matchLabelExpressions }: TopologySelectorTerm, report: Report): Identity {
  const requirements = new Map<string, readonly string[]>();
  eachItem(report, 'matchLabelExpressions', matchLabelExpressions, (expression) => {
    const values = validateExpression(expression, report);
    if (requirements.has(expression.key)) report.duplicate('key', expression.key);
    requirements.set(expression.key, values);
  });
  return identify(requirements);
}

function validateExpression({ key, values }: TopologySelectorLabelRequirement, report: Report): readonly string[] {
  const seen = new Set<string>();
  if (values === null || values.length === 0) report.required('values');
  values?.forEach((value, index) => {
    if (seen.has(value)) report.duplicate(`values[${index}]`, value);
    seen.add(value);
  });
  reportFormat(report, 'key', key, qualifiedName);
  return [...seen].sort();
}

function identify(requirements: ReadonlyMap<string, readonly string[]>): Identity {
  return JSON.stringify([...requirements].sort(([a], [b]) => (a < b ? -1 : 1)));
}
