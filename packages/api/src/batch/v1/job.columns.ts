/** Table columns of Job. */
import type { Column } from '@keelson/schema';

import { ageColumn, containerColumns, nameColumn } from '../../printing/columns.ts';
import { printDuration } from '../../printing/duration.ts';
import { printSelector } from '../../printing/labels.ts';
import type { Job } from './job.ts';

export const jobColumns: readonly Column<Job>[] = [
  nameColumn,
  { name: 'Completions', type: 'string', about: 'Successful pods, of those that are needed.', cell: printCompletions },
  {
    name: 'Duration',
    type: 'string',
    about: 'How long it took, or takes so far.',
    cell: ({ status: { startTime, completionTime } }, { now }) => {
      if (startTime === undefined || startTime === null) return '';
      const end = completionTime === undefined || completionTime === null ? now.getTime() : Date.parse(completionTime);
      return printDuration(end - Date.parse(startTime));
    },
  },
  ageColumn,
  ...containerColumns<Job>(({ spec }) => spec.template.spec, 1),
  {
    name: 'Selector',
    type: 'string',
    priority: 1,
    about: 'Which pods belong to it.',
    cell: ({ spec }) => printSelector(spec.selector),
  },
];

/** Without completions, one success of any worker is enough. */
function printCompletions({ spec, status: { succeeded = 0 } }: Job): string {
  const { completions, parallelism = 0 } = spec;
  if (completions !== undefined) return `${succeeded}/${completions}`;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}
