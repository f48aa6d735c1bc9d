/** The laws of elements that are no versions: how long they work after they were deprecated (rules 5, 7, 8 and 9). */
import type { Release } from '@keelson/schema';

import type { DatedRelease } from '../release-calendar.ts';
import type { BrokenLaw } from './check-timeline.ts';
import { firstReleaseWithout, type SupportRule } from './support-periods.ts';

export interface DatedElement {
  readonly name: string;
  readonly rule: SupportRule;
  /** The release that announced its end; a gate's, the one that made it GA. */
  readonly announced: Release | undefined;
  readonly removed: Release | undefined;
}

/** Elements that are there, or whose end was announced before the calendar begins, break no law. */
export function checkElements(
  elements: readonly DatedElement[],
  calendar: readonly DatedRelease[],
): readonly BrokenLaw[] {
  const order = calendar.map(({ release }) => release);
  return elements.flatMap(({ name, rule, announced, removed }) => {
    if (announced === undefined || removed === undefined) return [];
    const first = firstReleaseWithout(rule, announced, calendar);
    if (first !== undefined && order.indexOf(removed) >= order.indexOf(first)) return [];
    const [number = ''] = rule.split(' ');
    const message = `${removed} removes ${name} too early: its end was announced in ${announced}, and it works until ${first ?? 'later'}`;
    return [{ rule: number, message }];
  });
}
