/** Validates the spec of a job, alone or in the template of a cron job. Paths are relative to the spec. */
import type { Report } from '@keelson/schema';

import { validatePodTemplateSpec } from '../../core/v1/pod-template-spec.rules.ts';
import { checkImmutable } from '../../rules/immutable-field.ts';
import { reportNegative } from '../../rules/report-negative.ts';
import { reportUnlisted } from '../../rules/report-unlisted.ts';
import type { JobSpec } from './job-spec.ts';

/** Indexes of so many pods can be kept track of. */
const maxIndexedParallelism = 100_000;

/** In the order in which they are told. */
const numbers = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
] as const;

const completionModes = ['NonIndexed', 'Indexed'];
const restartPolicies = ['OnFailure', 'Never'];

export function validateJobSpec(spec: JobSpec, report: Report): void {
  reportNegative(report, spec, numbers);
  reportUnlisted(report, 'completionMode', spec.completionMode, completionModes);
  if (spec.completionMode === 'Indexed') validateIndexed(spec, report);
  report.within('template', () => validatePodTemplateSpec(spec.template, report));
  const path = 'template.spec.restartPolicy';
  const { restartPolicy = '' } = spec.template.spec;
  // Always is what a template has that does not say; the pods of a job have to end.
  if (restartPolicy === '' || restartPolicy === 'Always') {
    report.required(path, 'valid values: "OnFailure", "Never"');
  } else if (!restartPolicies.includes(restartPolicy)) {
    report.notSupported(path, restartPolicy, restartPolicies);
  }
}

function validateIndexed({ completions, parallelism = 0 }: JobSpec, report: Report): void {
  if (completions === undefined) report.required('completions', 'when completion mode is Indexed');
  if (parallelism > maxIndexedParallelism) {
    const detail = `must be less than or equal to ${maxIndexedParallelism} when completion mode is Indexed`;
    report.invalid('parallelism', parallelism, detail);
  }
}

interface Latitude {
  /** Where the pods run may still be changed: the job has not begun, and waits. */
  readonly canReschedule: boolean;
}

export function validateJobSpecUpdate(spec: JobSpec, old: JobSpec, latitude: Latitude, report: Report): void {
  checkImmutable(report, 'completions', spec.completions, old.completions);
  checkImmutable(report, 'selector', spec.selector, old.selector);
  const before = latitude.canReschedule ? withDirectivesOf(old.template, spec.template) : old.template;
  checkImmutable(report, 'template', spec.template, before);
  checkImmutable(report, 'completionMode', spec.completionMode, old.completionMode);
}

type Template = JobSpec['template'];
type PodSpec = Template['spec'];

/** `old`, but with what `template` says of labels, nodes and taints. */
function withDirectivesOf(old: Template, template: Template): Template {
  const metadata = { ...old.metadata };
  copy('labels', metadata, template.metadata);
  copy('annotations', metadata, template.metadata);
  const spec = { ...old.spec };
  copy('nodeSelector', spec, template.spec);
  copy('tolerations', spec, template.spec);
  copyNodeAffinity(spec, template.spec);
  return { metadata, spec };
}

function copy<K extends string, T extends { [key in K]?: unknown }>(key: K, to: T, from: T): void {
  if (from[key] === undefined) Reflect.deleteProperty(to, key);
  else to[key] = from[key];
}

/** Affinities to other pods stay as they are; an affinity without any rule left is none. */
function copyNodeAffinity(to: PodSpec, from: PodSpec): void {
  const affinity = { ...to.affinity };
  copy('nodeAffinity', affinity, from.affinity ?? {});
  if (from.affinity === undefined && Object.keys(affinity).length === 0) delete to.affinity;
  else to.affinity = affinity;
}
