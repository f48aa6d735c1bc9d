/** Table columns of Pod. The reason why a pod does not run is shown in place of its phase. */
import type { Column, RowCondition } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { none } from '../../printing/none.ts';
import { printPodState, printRestarts, summarizePod } from './pod-summary.ts';
import type { Pod } from './pod.ts';

export const podColumns: readonly Column<Pod>[] = [
  nameColumn,
  {
    name: 'Ready',
    type: 'string',
    about: 'How many of its containers run and are ready.',
    cell: (pod) => `${summarizePod(pod).ready}/${pod.spec.containers?.length ?? 0}`,
  },
  {
    name: 'Status',
    type: 'string',
    about: 'What it is doing, or why it does not run.',
    cell: (pod) => printPodState(pod),
  },
  {
    name: 'Restarts',
    type: 'string',
    about: 'How often its containers were restarted, and how long ago the last one ended.',
    cell: (pod, { now }) => printRestarts(pod, now),
  },
  ageColumn,
  {
    name: 'IP',
    type: 'string',
    priority: 1,
    about: 'Its first address.',
    cell: ({ status }) => none(status.podIPs?.[0]?.ip),
  },
  { name: 'Node', type: 'string', priority: 1, about: 'Where it runs.', cell: ({ spec }) => none(spec.nodeName) },
  {
    name: 'Nominated Node',
    type: 'string',
    priority: 1,
    about: 'The node that is being cleared for it.',
    cell: ({ status }) => none(status.nominatedNodeName),
  },
  {
    name: 'Readiness Gates',
    type: 'string',
    priority: 1,
    about: 'How many of the conditions it waits for hold.',
    cell: printReadinessGates,
  },
];

function printReadinessGates({ spec, status }: Pod): string {
  const gates = spec.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const isTrue = ({ conditionType }: (typeof gates)[number]) =>
    status.conditions?.find(({ type }) => type === conditionType)?.status === 'True';
  return `${gates.filter(isTrue).length}/${gates.length}`;
}

const ended: ReadonlyMap<string, RowCondition> = new Map([
  [
    'Succeeded',
    { type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.' },
  ],
  ['Failed', { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' }],
]);

export function podRowConditions({ status }: Pod): readonly RowCondition[] {
  const condition = ended.get(status.phase ?? '');
  return condition === undefined ? [] : [condition];
}
