/** Table columns of PriorityLevelConfiguration, in all versions. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { PriorityLevelConfiguration } from './priority-level-configuration.ts';

const none = '<none>';

export const priorityLevelColumns: readonly Column<PriorityLevelConfiguration>[] = [
  nameColumn,
  { name: 'Type', type: 'string', about: 'Whether it limits requests.', cell: ({ spec }) => spec.type },
  {
    name: 'AssuredConcurrencyShares',
    type: 'string',
    about: 'Its share of the requests that run at a time.',
    cell: ({ spec }) => spec.limited?.assuredConcurrencyShares ?? none,
  },
  {
    name: 'Queues',
    type: 'string',
    about: 'How many queues it has.',
    cell: (object) => queuingOf(object)?.queues ?? none,
  },
  {
    name: 'HandSize',
    type: 'string',
    about: 'How many queues a flow may use.',
    cell: (object) => queuingOf(object)?.handSize ?? none,
  },
  {
    name: 'QueueLengthLimit',
    type: 'string',
    about: 'How many requests fit in a queue.',
    cell: (object) => queuingOf(object)?.queueLengthLimit ?? none,
  },
  ageColumn,
];

function queuingOf({ spec }: PriorityLevelConfiguration) {
  return spec.limited?.limitResponse.queuing;
}
