/** Table columns of Endpoints. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { printWithMore } from '../../printing/list-with-more.ts';
import type { Endpoints, EndpointSubset } from './endpoints.ts';

const shownEndpoints = 3;

export const endpointsColumns: readonly Column<Endpoints>[] = [
  nameColumn,
  {
    name: 'Endpoints',
    type: 'string',
    about: 'The first addresses that are ready, each with its port.',
    cell: ({ subsets = [] }) => printSubsets(subsets),
  },
  ageColumn,
];

function printSubsets(subsets: readonly EndpointSubset[]): string {
  if (subsets.length === 0) return '<none>';
  let total = 0;
  const shown: string[] = [];
  for (const { addresses = [], ports = [] } of subsets) {
    // Subsets of headless services may have no ports.
    const suffixes = ports.length === 0 ? [undefined] : ports.map(({ port }) => port);
    total += addresses.length * suffixes.length;
    for (const port of suffixes) {
      for (const { ip } of addresses.slice(0, shownEndpoints - shown.length)) shown.push(printEndpoint(ip, port));
    }
  }
  return printWithMore(shown, total);
}

function printEndpoint(ip: string, port: number | undefined): string {
  if (port === undefined) return ip;
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}
