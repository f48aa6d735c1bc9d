/** Table columns of FlowSchema, and the order of its rows, in all versions. */
import type { Column, CompareRows } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { none } from '../../printing/none.ts';
import type { FlowSchema } from './flow-schema.ts';

export const flowSchemaColumns: readonly Column<FlowSchema>[] = [
  nameColumn,
  {
    name: 'PriorityLevel',
    type: 'string',
    about: 'The priority level of the requests it matches.',
    cell: ({ spec }) => spec.priorityLevelConfiguration.name,
  },
  {
    name: 'MatchingPrecedence',
    type: 'string',
    about: 'Of several schemas that match the one with the lowest counts.',
    cell: ({ spec }) => spec.matchingPrecedence,
  },
  {
    name: 'DistinguisherMethod',
    type: 'string',
    about: 'What tells its flows apart.',
    cell: ({ spec }) => none(spec.distinguisherMethod?.type),
  },
  ageColumn,
  {
    name: 'MissingPL',
    type: 'string',
    about: 'Whether its priority level is missing.',
    cell: ({ status }) => status.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
  },
];

/** In the order in which the server tries them. */
export const compareFlowSchemas: CompareRows<FlowSchema> = (a, b) => {
  const [nameOfA = '', nameOfB = ''] = [a.metadata.name, b.metadata.name];
  return a.spec.matchingPrecedence - b.spec.matchingPrecedence || (nameOfA < nameOfB ? -1 : Number(nameOfA > nameOfB));
};
