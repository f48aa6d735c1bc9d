/** Table columns of PodTemplate. */
import type { Column } from '@keelson/schema';

import { containerColumns, nameColumn } from '../../printing/columns.ts';
import { printLabels } from '../../printing/labels.ts';
import type { PodTemplate } from './pod-template.ts';

export const podTemplateColumns: readonly Column<PodTemplate>[] = [
  nameColumn,
  ...containerColumns<PodTemplate>(({ template }) => template.spec, 0),
  {
    name: 'Pod Labels',
    type: 'string',
    about: 'Labels of the pods made from it.',
    cell: ({ template }) => printLabels(template.metadata.labels),
  },
];
