/** Evaluates a pod against the rules that a level has in a release. */
import * as baseline from './baseline.ts';
import type { Rule } from './baseline.ts';
import type { LevelVersion } from './level.ts';
import { printLevel } from './level.ts';
import * as restricted from './restricted.ts';
import type { PodParts, Violation } from './violation.ts';

interface LevelRule {
  readonly rule: Rule;
  /** The minor release it came with. */
  readonly since: number;
  readonly isBaseline: boolean;
  /** A baseline rule gives way to a stricter one from the release on in which there is one. */
  readonly replacedSince?: number;
}

/** In the order in which violations are told. */
const rules: readonly LevelRule[] = [
  { rule: baseline.appArmorProfile, since: 0, isBaseline: true },
  { rule: baseline.baselineCapabilities, since: 0, isBaseline: true, replacedSince: 22 },
  { rule: baseline.hostNamespaces, since: 0, isBaseline: true },
  { rule: baseline.hostPathVolumes, since: 0, isBaseline: true, replacedSince: 0 },
  { rule: baseline.hostPorts, since: 0, isBaseline: true },
  { rule: baseline.privileged, since: 0, isBaseline: true },
  { rule: baseline.procMount, since: 0, isBaseline: true },
  { rule: baseline.seLinuxOptions, since: 0, isBaseline: true },
  { rule: baseline.baselineSeccomp, since: 19, isBaseline: true, replacedSince: 19 },
  { rule: baseline.sysctls, since: 0, isBaseline: true },
  { rule: baseline.windowsHostProcess, since: 0, isBaseline: true },
  { rule: restricted.allowPrivilegeEscalation, since: 8, isBaseline: false },
  { rule: restricted.restrictedCapabilities, since: 22, isBaseline: false },
  { rule: restricted.restrictedVolumes, since: 0, isBaseline: false },
  { rule: restricted.runAsNonRoot, since: 0, isBaseline: false },
  { rule: restricted.runAsUser, since: 23, isBaseline: false },
  { rule: restricted.restrictedSeccomp, since: 19, isBaseline: false },
];

export function violationsOf(pod: PodParts, level: LevelVersion): readonly Violation[] {
  return rulesOf(level).flatMap((rule) => rule(pod) ?? []);
}

/** `PodSecurity "restricted:latest": privileged (…), …` */
export function printViolations(level: LevelVersion, violations: readonly Violation[]): string {
  const all = violations.map(({ reason, detail }) => `${reason} (${detail})`);
  return `PodSecurity "${printLevel(level)}": ${all.join(', ')}`;
}

function rulesOf({ level, minor }: LevelVersion): Rule[] {
  if (level === 'privileged') return [];
  return rules
    .filter(({ since }) => since <= minor)
    .filter(({ isBaseline, replacedSince }) =>
      level === 'baseline' ? isBaseline : replacedSince === undefined || replacedSince > minor,
    )
    .map(({ rule }) => rule);
}
