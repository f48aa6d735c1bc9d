/** Notes of a write, refused or not: Warning headers, and annotations of its audit event. */
import type { Notes } from '@keelson/registry';

import type { Exchange } from '../exchange/exchange.ts';
import { addWarnings } from './warnings.ts';

export function leaveNotes(
  { response, record }: Pick<Exchange, 'response' | 'record'>,
  { warnings = [], annotations = [] }: Notes,
): void {
  addWarnings(response, warnings);
  if (record === undefined) return;
  const told = annotations.filter(({ level }) => level === 'Metadata' || record.wantsRequest);
  // The first of a name counts, as for clients that know 1.24.
  if (told.length > 0) record.annotate(Object.fromEntries(told.toReversed().map(({ key, value }) => [key, value])));
}
