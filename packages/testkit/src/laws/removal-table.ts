/** The table of removed versions as the documentation of the API has it, written down apart from the calendar. */
import type { RemovalRow } from './removal-row.ts';
import { removalsOf116 } from './removals-of-1-16.ts';
import { removalsOf122 } from './removals-of-1-22.ts';
import { latestRemovals } from './removals-of-1-26-and-1-25.ts';

export const removalTable: readonly RemovalRow[] = [...latestRemovals, ...removalsOf122, ...removalsOf116];
