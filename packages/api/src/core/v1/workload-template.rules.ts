/**
 * Validates templates of pods that are kept running, in addition to the rules for all pod templates. Paths are relative
 * to the template.
 */
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import type { PodTemplateSpec } from './pod-template-spec.ts';

/** Rules of `validateWorkloadTemplate`, for the reference documentation. */
export const workloadTemplateRules: readonly string[] = [
  'The template has restart policy Always and no activeDeadlineSeconds.',
];

/** `maker` is the kind whose objects make the pods. */
export function validateWorkloadTemplate({ spec }: PodTemplateSpec, maker: string, report: Report): void {
  const { restartPolicy = '', activeDeadlineSeconds } = spec;
  if (restartPolicy !== 'Always') report.notSupported('spec.restartPolicy', restartPolicy, ['Always']);
  if (activeDeadlineSeconds !== undefined) {
    report.forbidden('spec.activeDeadlineSeconds', `activeDeadlineSeconds in ${maker} is not Supported`);
  }
}

/** For pods of which there may be several, on several nodes. */
export function validateSharedDisks({ spec }: PodTemplateSpec, report: Report): void {
  eachItem(report, 'spec.volumes', spec.volumes, ({ gcePersistentDisk: disk }) => {
    if (disk === undefined || disk.readOnly === true) return;
    const reason = 'GCE PD can only be mounted on multiple machines if it is read-only';
    report.invalid('gcePersistentDisk.readOnly', false, `must be true for replicated pods > 1; ${reason}`);
  });
}
