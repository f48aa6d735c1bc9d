/** Prepares and validates writes of daemon sets. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { podTemplateRules, validatePodTemplateSpec } from '../../core/v1/pod-template-spec.rules.ts';
import { validateSharedDisks } from '../../core/v1/workload-template.rules.ts';
import { checkImmutable } from '../../rules/immutable-field.ts';
import { checkAtMostAll, checkIntOrPercent, isZeroLimit } from '../../rules/int-or-percent.ts';
import { isSame } from '../../rules/is-same.ts';
import { repeated } from '../../rules/repeated.ts';
import { reportNegative } from '../../rules/report-negative.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { templateGeneration } from './daemon-set.defaults.ts';
import {
  type DaemonSet,
  DaemonSetStatus,
  type DaemonSetUpdateStrategy,
  type RollingUpdateDaemonSet,
} from './daemon-set.ts';
import { checkCollisions, checkNotNegative } from '../../core/v1/replica-counts.rules.ts';
import { validateWorkload, type WorkloadKind, workloadRules } from './workload.rules.ts';

export const daemonSetRules = [
  ...workloadRules,
  ...podTemplateRules,
  'The pods mount a disk of Google Compute Engine only for reading.',
  'A rolling update has a maxUnavailable or a maxSurge, a number or at most 100 %, and not both.',
  'Numbers of the status are not negative.',
];

const daemonSetKind: WorkloadKind = {
  noun: 'daemonset',
  maker: 'DaemonSet',
  badSelector: 'ignored',
  validateTemplate({ template }, report) {
    validatePodTemplateSpec(template, report);
    validateSharedDisks(template, report);
  },
};
const forStatus = statusHooks(DaemonSetStatus);

export const daemonSetHooks: ResourceHooks<DaemonSet> = {
  ...templateWarnings<DaemonSet>('spec.template', ({ spec }) => spec.template),
  ...forStatus,
  prepareForCreate(object) {
    forStatus.prepareForCreate(object);
    setTemplateGeneration(object, Math.max(1, templateGenerationOf(object)));
  },
  prepareForUpdate(object, old) {
    forStatus.prepareForUpdate(object, old);
    const hasChanged = !isSame(object.spec.template, old.spec.template);
    setTemplateGeneration(object, templateGenerationOf(old) + (hasChanged ? 1 : 0));
  },
  prepareForStatusUpdate(object, old) {
    forStatus.prepareForStatusUpdate(object, old);
    setTemplateGeneration(object, templateGenerationOf(old));
  },
  validateCreate: validateDaemonSet,
  validateUpdate(object, old, report) {
    repeated(report, () => validateDaemonSet(object, report));
    checkImmutable(report, 'spec.selector', object.spec.selector, old.spec.selector);
  },
  validateStatusUpdate({ status }, { status: old }, report) {
    checkNotNegative(status, counts, report);
    checkCollisions(status, old, report);
  },
};

const counts = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
] as const;

function validateDaemonSet(object: DaemonSet, report: Report): void {
  validateWorkload(object, daemonSetKind, report);
  report.within('spec', () => {
    reportNegative(report, object.spec, ['minReadySeconds']);
    report.within('updateStrategy', () => validateStrategy(object.spec.updateStrategy, report));
    reportNegative(report, object.spec, ['revisionHistoryLimit']);
  });
}

function validateStrategy({ type, rollingUpdate }: DaemonSetUpdateStrategy, report: Report): void {
  if (type === 'OnDelete') return;
  if (type !== 'RollingUpdate') report.notSupported('', { type }, ['RollingUpdate', 'OnDelete']);
  else if (rollingUpdate === undefined) report.required('rollingUpdate');
  else report.within('rollingUpdate', () => validatePace(rollingUpdate, report));
}

/** Pods are replaced before or after their successors start, not both. */
function validatePace({ maxUnavailable = 0, maxSurge = 0 }: RollingUpdateDaemonSet, report: Report): void {
  for (const check of [checkIntOrPercent, checkAtMostAll]) {
    check(report, 'maxUnavailable', maxUnavailable);
    check(report, 'maxSurge', maxSurge);
  }
  const hasSurge = !isZeroLimit(maxSurge);
  if (isZeroLimit(maxUnavailable)) {
    if (!hasSurge) report.required('maxUnavailable', 'cannot be 0 when maxSurge is 0');
  } else if (hasSurge) report.invalid('maxSurge', maxSurge, 'may not be set when maxUnavailable is non-zero');
}

function templateGenerationOf({ metadata }: DaemonSet): number {
  const generation = Number(metadata.annotations?.[templateGeneration] ?? 0);
  return Number.isSafeInteger(generation) ? generation : 0;
}

function setTemplateGeneration({ metadata }: DaemonSet, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(generation) };
}
