/** Rules for the strategies of a pod security policy. Paths are relative to the spec. */
import { dns1123Subdomain } from '@keelson/meta';
import { verbatim, type Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type {
  IDRange,
  RunAsGroupStrategyOptions,
  RunAsUserStrategyOptions,
  RuntimeClassStrategyOptions,
} from './security-strategies.ts';

interface Strategy {
  readonly rule?: string;
  readonly ranges?: readonly IDRange[];
}

const userRules = ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'];
const labelRules = ['MustRunAs', 'RunAsAny'];
const groupRules = ['MayRunAs', 'MustRunAs', 'RunAsAny'];

export function validateUserStrategy(strategy: RunAsUserStrategyOptions, report: Report): void {
  validateStrategy(strategy, userRules, 'runAsUser', report);
}

export function validateLabelStrategy(strategy: Strategy, report: Report): void {
  validateStrategy({ rule: strategy.rule ?? '' }, labelRules, 'seLinux', report);
}

export function validateGroupsStrategy(
  strategy: Strategy,
  path: 'supplementalGroups' | 'fsGroup',
  report: Report,
): void {
  validateStrategy(strategy, groupRules, path, report);
}

const noRanges = verbatim('[]policy.IDRange(nil)');

/** Unlike the others, it says with its rule whether there are ranges. */
export function validateGroupStrategy(strategy: RunAsGroupStrategyOptions | undefined, report: Report): void {
  if (strategy === undefined) return;
  const { rule, ranges = [] } = strategy;
  report.within('runAsGroup', () => {
    if (!groupRules.includes(rule)) report.notSupported('rule', rule, ['MustRunAs', 'RunAsAny', 'MayRunAs']);
    else if (rule !== 'RunAsAny') {
      if (ranges.length === 0) report.invalid('ranges', noRanges, 'must provide at least one range');
      validateRanges(ranges, report);
    } else if (ranges.length > 0) report.invalid('ranges', ranges, 'Ranges must be empty');
  });
}

function validateStrategy(
  { rule = '', ranges }: Strategy,
  supported: readonly string[],
  path: string,
  report: Report,
): void {
  report.within(path, () => {
    if (!supported.includes(rule)) report.notSupported('rule', rule, supported);
    validateRanges(ranges, report);
  });
}

function validateRanges(ranges: readonly IDRange[] | undefined, report: Report): void {
  eachItem(report, 'ranges', ranges, ({ min, max }) => {
    if (min < 0) report.invalid('min', min, 'min cannot be negative');
    if (max < 0) report.invalid('max', max, 'max cannot be negative');
    if (min > max) report.invalid('min', min, 'min cannot be greater than max');
  });
}

const anyClass = '*';

export function validateRuntimeClasses(options: RuntimeClassStrategyOptions | undefined, report: Report): void {
  if (options === undefined) return;
  const names = options.allowedRuntimeClassNames ?? [];
  const allowed = new Set<string>();
  names.forEach((name, index) => {
    const path = `allowedRuntimeClassNames[${index}]`;
    if (name !== anyClass) reportFormat(report, path, name, dns1123Subdomain);
    if (allowed.has(name)) report.duplicate(path, name);
    allowed.add(name);
  });
  const { defaultRuntimeClassName: standard } = options;
  if (standard !== undefined) {
    reportFormat(report, 'defaultRuntimeClassName', standard, dns1123Subdomain);
    if (!allowed.has(standard) && !allowed.has(anyClass)) {
      report.required('allowedRuntimeClassNames', `default ${JSON.stringify(standard)} must be allowed`);
    }
  }
  if (allowed.has(anyClass) && names.length > 1) {
    const detail = "if '*' is present, must not specify other RuntimeClass names";
    report.invalid('allowedRuntimeClassNames', names, detail);
  }
}
