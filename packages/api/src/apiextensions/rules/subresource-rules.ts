/** The subresources of custom resources: where the replicas of a scale are. */
import type { Report } from '@keelson/schema';

import type { CustomResourceSubresources } from '../v1/custom-resource-version.ts';
import { checkSimplePath } from './simple-path.ts';

export function checkSubresources(
  subresources: CustomResourceSubresources | undefined,
  at: string,
  report: Report,
): void {
  const scale = subresources?.scale;
  if (scale === undefined) return;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = scale;
  const rules = [
    { key: 'specReplicasPath', path: specReplicasPath, parts: ['.spec.'], detail: 'should be a json path under .spec' },
    {
      key: 'statusReplicasPath',
      path: statusReplicasPath,
      parts: ['.status.'],
      detail: 'should be a json path under .status',
    },
  ];
  for (const { key, ...rule } of rules) {
    if (rule.path === '') report.required(`${at}.scale.${key}`);
    else checkPath(rule, `${at}.scale.${key}`, report);
  }
  if (labelSelectorPath === '') return;
  const detail = 'should be a json path under either .spec or .status';
  checkPath(
    { path: labelSelectorPath, parts: ['.spec.', '.status.'], detail },
    `${at}.scale.labelSelectorPath`,
    report,
  );
}

interface PathRule {
  readonly path: string;
  /** It begins with one of these. */
  readonly parts: readonly string[];
  readonly detail: string;
}

function checkPath({ path, parts, detail }: PathRule, at: string, report: Report): void {
  if (!checkSimplePath(path, at, report)) return;
  if (!parts.some((part) => path.startsWith(part))) report.invalid(at, path, detail);
}
