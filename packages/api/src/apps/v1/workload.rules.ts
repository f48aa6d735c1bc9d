/** Validation that workload kinds share: the selector matches the pod template, and is immutable. */
import {
  matchesLabels,
  selectorFromLabelSelector,
  validateLabelSelector,
  type LabelSelector,
  type LabelSelectorObject,
} from '@keelson/meta';
import { stringMapValue, type Report } from '@keelson/schema';

import { podTemplateRules, validatePodTemplateSpec } from '../../core/v1/pod-template-spec.rules.ts';
import type { PodTemplateSpec } from '../../core/v1/pod-template-spec.ts';
import {
  validateSharedDisks,
  validateWorkloadTemplate,
  workloadTemplateRules,
} from '../../core/v1/workload-template.rules.ts';
import { checkImmutable } from '../../rules/immutable-field.ts';

interface WorkloadSpec {
  readonly selector: LabelSelectorObject | null;
  readonly template: PodTemplateSpec;
  readonly replicas?: number;
}

interface Workload {
  readonly spec: WorkloadSpec;
}

/** Per kind: its noun in messages, and template checks that run before the shared ones, an order clients know. */
export interface WorkloadKind {
  readonly noun: string;
  /** The kind whose objects make the pods. */
  readonly maker: string;
  readonly validateTemplate: (spec: WorkloadSpec, report: Report) => void;
  /**
   * A selector that is missing or cannot be evaluated is refused, and ends the validation of the template (`final`); is
   * refused without words, and leaves the rules for pods that are kept running (`wordless`); is not refused for that
   * (`ignored`), as no labels match it.
   */
  readonly badSelector: 'final' | 'wordless' | 'ignored';
}

export const workloadRules = [
  'selector is required, is not empty, matches the labels of the template, and stays.',
  ...workloadTemplateRules,
];

export const replicatedWorkloadRules = [
  ...workloadRules,
  ...podTemplateRules,
  'Several pods mount the same disk of Google Compute Engine only for reading.',
];

/** For kinds with `replicas`. Paths are relative to the template. */
export function validateReplicatedTemplate({ template, replicas = 0 }: WorkloadSpec, report: Report): void {
  validatePodTemplateSpec(template, report);
  if (replicas > 1) validateSharedDisks(template, report);
}

export function validateWorkload({ spec }: Workload, kind: WorkloadKind, report: Report): void {
  const { selector, template } = spec;
  if (selector !== null) {
    report.within('spec.selector', () => validateLabelSelector(selector, report));
    if (isEmpty(selector)) report.invalid('spec.selector', selector, `empty selector is invalid for ${kind.noun}`);
  } else if (kind.badSelector !== 'ignored') report.required('spec.selector');
  const made = selectorFromLabelSelector(selector);
  if (made.ok) checkTemplateLabels(made.selector, template.metadata.labels, report);
  else if (kind.badSelector !== 'ignored') {
    report.invalid('spec.selector', selector, kind.badSelector === 'wordless' ? '' : 'invalid label selector');
  }
  report.within('spec.template', () => {
    if (made.ok || kind.badSelector === 'ignored') kind.validateTemplate(spec, report);
    if (made.ok || kind.badSelector !== 'final') validateWorkloadTemplate(template, kind.maker, report);
  });
}

export function validateWorkloadUpdate(object: Workload, old: Workload, kind: WorkloadKind, report: Report): void {
  validateWorkload(object, kind, report);
  checkImmutable(report, 'spec.selector', object.spec.selector, old.spec.selector);
}

function isEmpty({ matchLabels, matchExpressions }: LabelSelectorObject): boolean {
  return Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0;
}

function checkTemplateLabels(
  selector: LabelSelector | null,
  labels: Readonly<Record<string, string>> | undefined,
  report: Report,
): void {
  if (matchesLabels(selector, labels)) return;
  const path = 'spec.template.metadata.labels';
  report.invalid(path, stringMapValue(labels), '`selector` does not match template `labels`');
}
