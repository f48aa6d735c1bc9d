/**
 * Merges lists of tolerations and drops those that another one covers. Tolerations that match the same taints form a
 * group, and at most eight groups can cover a toleration, so that the cost is linear.
 */
import type { Toleration } from '@keelson/api';

interface Group {
  readonly first: number;
  /** In seconds; without a number it lasts for ever. */
  longest: number;
  readonly firstOfSeconds: Map<number, number>;
}

/** Of two that cover each other, the first stays. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second];
  const groups = new Map<string, Group>();
  all.forEach((each, index) => addTo(groups, each, index));
  return all.filter((each, index) => !isCovered(each, index, groups));
}

function addTo(groups: Map<string, Group>, toleration: Toleration, index: number): void {
  const reach = reachOf(toleration);
  const seconds = secondsOf(toleration);
  const group = groups.get(reach) ?? { first: index, longest: seconds, firstOfSeconds: new Map<number, number>() };
  groups.set(reach, group);
  group.longest = Math.max(group.longest, seconds);
  if (!group.firstOfSeconds.has(seconds)) group.firstOfSeconds.set(seconds, index);
}

function isCovered(toleration: Toleration, index: number, groups: ReadonlyMap<string, Group>): boolean {
  const seconds = secondsOf(toleration);
  const own = reachOf(toleration);
  for (const wide of widerThan(toleration)) {
    const reach = reachOf(wide);
    const group = groups.get(reach);
    if (group === undefined) continue;
    // `tolerationSeconds` only has a meaning for NoExecute, the effect that evicts pods.
    const isTimed = wide.effect === 'NoExecute';
    const lastsLonger = group.longest > seconds;
    const isEarlier = isTimed ? (group.firstOfSeconds.get(seconds) ?? index) < index : group.first < index;
    const covers = reach === own ? isEarlier || (isTimed && lastsLonger) : !isTimed || group.longest >= seconds;
    if (covers) return true;
  }
  return false;
}

/** All tolerations that match at least the same taints, itself included. */
function widerThan({ key = '', effect = '', operator = '', value = '' }: Toleration): Toleration[] {
  const wide: Toleration[] = [];
  for (const otherKey of new Set([key, ''])) {
    for (const otherEffect of new Set([effect, ''])) {
      wide.push({ key: otherKey, effect: otherEffect, operator: 'Exists' });
      if (operator !== 'Exists') wide.push({ key: otherKey, effect: otherEffect, value });
    }
  }
  return wide;
}

/** Equal for tolerations that match the same taints, whatever their seconds. */
function reachOf({ key = '', effect = '', operator = '', value = '' }: Toleration): string {
  return JSON.stringify([key, effect, operator === 'Exists' ? null : value]);
}

function secondsOf({ tolerationSeconds }: Toleration): number {
  return tolerationSeconds === undefined ? Infinity : Number(tolerationSeconds);
}
