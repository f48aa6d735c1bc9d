/** Flags about how long pods stay on nodes in trouble. */
import type { Flag } from './flag.ts';

const group = 'API';
const fiveMinutes = 300;

export const tolerationFlags = {
  'default-not-ready-toleration-seconds': {
    kind: 'count',
    group,
    value: 'SECONDS',
    default: fiveMinutes,
    about: 'how long pods that say nothing else stay on a node that is not ready',
  },
  'default-unreachable-toleration-seconds': {
    kind: 'count',
    group,
    value: 'SECONDS',
    default: fiveMinutes,
    about: 'how long pods that say nothing else stay on a node that cannot be reached',
  },
} as const satisfies Readonly<Record<string, Flag>>;
