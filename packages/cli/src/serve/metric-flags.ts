/** Flags about metrics: hidden and disabled ones, and limits on the values of labels. */
import { UsageError } from '../terminal.ts';
import type { Flag } from './flag.ts';

const group = 'Logs and metrics';

export const metricFlags = {
  'show-hidden-metrics-for-version': {
    kind: 'text',
    group,
    value: 'RELEASE',
    about: 'the previous release, such as 1.23, to see metrics that are hidden since',
  },
  'disabled-metrics': {
    kind: 'list',
    group,
    value: 'NAMES',
    default: [],
    defaultText: 'none',
    about: 'metrics that are not collected, such as one whose labels have too many values',
  },
  'allow-metric-labels': {
    kind: 'list',
    group,
    value: 'LABELS',
    default: [],
    defaultText: 'all values',
    about: `the values that a label may have, all others becoming "unexpected": metric,label='v1,v2,v3'`,
  },
} as const satisfies Readonly<Record<string, Flag>>;

/** Reads `metric,label='v1,v2'` and more of the same after commas, of which the text was cut at each comma. */
export function parseMetricLabels(pieces: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const text = pieces.join(',');
  const limits = new Map<string, ReadonlySet<string>>();
  let rest = text;
  while (rest !== '') {
    const found = /^([A-Za-z_:][\w:]*),([A-Za-z_]\w*)=(?:'([^']*)'|"([^"]*)"|([^,'"]*))(?:,|$)/.exec(rest);
    if (found === null) {
      throw new UsageError(`--allow-metric-labels "${rest}" is not of the form metric,label='v1,v2,v3'`);
    }
    const [all, metric = '', label = '', single, double, bare] = found;
    limits.set(`${metric},${label}`, new Set((single ?? double ?? bare ?? '').split(',')));
    rest = rest.slice(all.length);
  }
  return limits;
}
