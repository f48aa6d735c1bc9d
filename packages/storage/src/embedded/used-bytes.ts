/** The bytes of the file that hold data, from the library's page counts. */
import type { Tables } from './tables.ts';

const tableNames = ['heads', 'log', 'values', 'expiries', 'state'] as const;
const pageCounts = ['treeBranchPageCount', 'treeLeafPageCount', 'overflowPages'] as const;

export function usedBytesOf(tables: Tables): number {
  let bytes = 0;
  for (const name of tableNames) {
    const stats = tables[name].getStats() as Readonly<Record<string, unknown>>;
    const pages = pageCounts.reduce((sum, count) => sum + numberOf(stats[count]), 0);
    bytes += pages * numberOf(stats['pageSize']);
  }
  return bytes;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
