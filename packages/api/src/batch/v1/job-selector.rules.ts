/** The selector of a job and its pod labels, which the server generates unless `manualSelector` is set. */
import { matchesLabels, selectorFromLabelSelector, validateLabelSelector } from '@keelson/meta';
import { stringMapValue, type Report } from '@keelson/schema';

import type { Job } from './job.ts';

const uidLabel = 'controller-uid';
const nameLabel = 'job-name';

/** Keeps labels that the user set; validation reports those that do not fit. */
export function generateSelector({ metadata, spec }: Job): void {
  if (spec.manualSelector === true) return;
  const { uid = '', name = '' } = metadata;
  const labels = (spec.template.metadata.labels ??= {});
  labels[nameLabel] ??= name;
  labels[uidLabel] ??= uid;
  const selector = (spec.selector ??= {});
  selector.matchLabels ??= {};
  selector.matchLabels[uidLabel] ??= uid;
}

/** The generated labels and selector must be present and must match this job. */
export function validateGeneratedSelector({ metadata, spec }: Job, report: Report): void {
  if (spec.manualSelector === true || spec.selector === undefined) return;
  const { uid = '', name = '' } = metadata;
  if (uid === '') report.required('metadata.uid');
  const { labels } = spec.template.metadata;
  requireLabel(labels, uidLabel, uid, report);
  requireLabel(labels, nameLabel, name, report);
  const made = selectorFromLabelSelector(spec.selector);
  if (made.ok && !matchesLabels(made.selector, { [uidLabel]: uid, [nameLabel]: name })) {
    report.invalid('spec.selector', spec.selector, '`selector` not auto-generated');
  }
}

type Labels = Readonly<Record<string, string>> | undefined;

function requireLabel(labels: Labels, key: string, expected: string, report: Report): void {
  const path = `spec.template.metadata.labels[${key}]`;
  const value = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
  if (value === undefined) report.required(path, `must be '${expected}'`);
  else if (value !== expected) report.invalid(path, stringMapValue(labels), `must be '${expected}'`);
}

/** Reports relative to the spec. */
export function validateSelector({ selector, template }: Job['spec'], report: Report): void {
  if (selector === undefined) report.required('selector');
  else report.within('selector', () => validateLabelSelector(selector, report));
  const made = selectorFromLabelSelector(selector);
  const { labels } = template.metadata;
  if (!made.ok || matchesLabels(made.selector, labels)) return;
  report.invalid('template.metadata.labels', stringMapValue(labels), '`selector` does not match template `labels`');
}
