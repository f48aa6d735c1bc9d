/** The rules that controllers of pods share: their selector fits their template, and stays. */
import {
  matchesLabels,
  selectorFromLabelSelector,
  validateLabelSelector,
  type LabelSelectorObject,
} from '@keelson/meta';
import { stringMapValue, type Report } from '@keelson/schema';

import { checkImmutable } from '../../rules/immutable-field.ts';

interface Workload {
  readonly spec: {
    readonly selector: LabelSelectorObject | null;
    readonly template: {
      readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
      readonly spec: { readonly restartPolicy?: string };
    };
  };
}

export const workloadRules = [
  'selector is required, is not empty, matches the labels of the template, and stays.',
  'The template has restart policy Always.',
];

/** `noun` is what messages call the kind. */
export function validateWorkload({ spec }: Workload, noun: string, report: Report): void {
  const { selector, template } = spec;
  if (selector === null) {
    report.required('spec.selector');
  } else {
    report.within('spec.selector', () => validateLabelSelector(selector, report));
    if (isEmpty(selector)) report.invalid('spec.selector', selector, `empty selector is invalid for ${noun}`);
  }
  checkTemplateLabels(selector, template.metadata.labels, report);
  const { restartPolicy = '' } = template.spec;
  if (restartPolicy !== 'Always') {
    report.notSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']);
  }
}

export function validateWorkloadUpdate(object: Workload, old: Workload, noun: string, report: Report): void {
  validateWorkload(object, noun, report);
  checkImmutable(report, 'spec.selector', object.spec.selector, old.spec.selector);
}

function isEmpty({ matchLabels, matchExpressions }: LabelSelectorObject): boolean {
  return Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0;
}

function checkTemplateLabels(
  selector: LabelSelectorObject | null,
  labels: Readonly<Record<string, string>> | undefined,
  report: Report,
): void {
  const made = selectorFromLabelSelector(selector);
  if (!made.ok) {
    report.invalid('spec.selector', selector, 'invalid label selector');
    return;
  }
  if (matchesLabels(made.selector, labels)) return;
  const path = 'spec.template.metadata.labels';
  report.invalid(path, stringMapValue(labels), '`selector` does not match template `labels`');
}
