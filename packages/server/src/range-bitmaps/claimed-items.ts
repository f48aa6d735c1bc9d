/** The items that a write claims and releases, by its claims: keys of their own, beside its object or as its object. */
import { claimsFolder } from '@keelson/registry';
import type { CompanionWrite } from '@keelson/storage';

export interface ClaimedItem {
  readonly range: 'addresses' | 'ports';
  readonly item: string;
  /** The place among the companions; -1 for the key that is written itself. */
  readonly at: number;
  readonly isTaken: boolean;
}

/** `written` is the key of a claim that is put by itself, as by range repair. */
export function claimedItems(
  prefix: string,
  written: string | undefined,
  companions: readonly CompanionWrite[] = [],
): readonly ClaimedItem[] {
  const folder = prefix + claimsFolder;
  const found: ClaimedItem[] = [];
  const add = (key: string, at: number, isTaken: boolean): void => {
    if (!key.startsWith(folder)) return;
    const [range = '', item = ''] = key.slice(folder.length).split('/');
    if (range === 'addresses' || range === 'ports') found.push({ range, item, at, isTaken });
  };
  if (written !== undefined) add(written, -1, true);
  for (const [at, { key, value }] of companions.entries()) add(key, at, value !== undefined);
  return found;
}
