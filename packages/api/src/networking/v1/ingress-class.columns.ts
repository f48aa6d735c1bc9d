/** Table columns of IngressClass. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { IngressClass } from './ingress-class.ts';

export const ingressClassColumns: readonly Column<IngressClass>[] = [
  nameColumn,
  {
    name: 'Controller',
    type: 'string',
    about: 'Controller for this class.',
    cell: ({ spec }) => spec.controller ?? '',
  },
  { name: 'Parameters', type: 'string', about: 'Object with settings for the controller.', cell: printParameters },
  ageColumn,
];

function printParameters({ spec }: IngressClass): string {
  const { parameters } = spec;
  if (parameters === undefined) return '<none>';
  const { kind, apiGroup, name } = parameters;
  return `${apiGroup === undefined ? kind : `${kind}.${apiGroup}`}/${name}`;
}
