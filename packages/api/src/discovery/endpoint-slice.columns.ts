/** The columns of endpoint slices in all versions. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../printing/columns.ts';
import { printWithMore } from '../printing/list-with-more.ts';

interface EndpointSlice {
  readonly metadata: { readonly name?: string; readonly creationTimestamp: string | null };
  readonly addressType: string;
  readonly ports: readonly Port[] | null;
  readonly endpoints: readonly { readonly addresses: readonly string[] | null }[] | null;
}

interface Port {
  readonly name?: string;
  readonly port?: number;
}

export const endpointSliceColumns: readonly Column<EndpointSlice>[] = [
  nameColumn,
  {
    name: 'AddressType',
    type: 'string',
    about: 'Kind of the addresses.',
    cell: ({ addressType }) => addressType,
  },
  {
    name: 'Ports',
    type: 'string',
    about: 'The first ports of every endpoint.',
    cell: ({ ports }) => printFirst((ports ?? []).map(printPort)),
  },
  {
    name: 'Endpoints',
    type: 'string',
    about: 'The first addresses.',
    cell: ({ endpoints }) => printFirst((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
  },
  ageColumn,
];

function printPort({ name, port }: Port): string {
  return port === undefined ? (name ?? '*') : String(port);
}

const shownItems = 3;

function printFirst(items: readonly string[]): string {
  const text = printWithMore(items.slice(0, shownItems), items.length);
  return text === '' ? '<unset>' : text;
}
