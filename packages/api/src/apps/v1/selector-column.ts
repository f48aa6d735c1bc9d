/** The column of a controller that tells which pods are its own. */
import type { LabelSelectorObject } from '@keelson/meta';
import type { Column } from '@keelson/schema';

import { printSelector } from '../../printing/labels.ts';

export const selectorColumn: Column<{ readonly spec: { readonly selector: LabelSelectorObject | null } }> = {
  name: 'Selector',
  type: 'string',
  priority: 1,
  about: 'Labels of the pods it manages.',
  cell: ({ spec }) => printSelector(spec.selector),
};
