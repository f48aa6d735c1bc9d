/** Joins lists of tolerations, leaving out what another one covers. */
import type { Toleration } from '@keelson/api';

export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second];
  return all.filter((each, index) => {
    const others = all.map((other, place) => ({ other, place })).filter(({ place }) => place !== index);
    // Of two that cover each other, the first stays.
    return !others.some(({ other, place }) => covers(other, each) && (place < index || !covers(each, other)));
  });
}

/** Whether whatever `narrow` tolerates, `wide` does too, for as long. */
function covers(wide: Toleration, narrow: Toleration): boolean {
  if (!isEmpty(wide.key) && wide.key !== narrow.key) return false;
  if (!isEmpty(wide.effect) && wide.effect !== narrow.effect) return false;
  if (wide.effect === 'NoExecute' && !lastsAsLong(wide, narrow)) return false;
  return isOfAnyValue(wide) || (!isOfAnyValue(narrow) && (wide.value ?? '') === (narrow.value ?? ''));
}

function isOfAnyValue({ operator }: Toleration): boolean {
  return operator === 'Exists';
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text === '';
}

/** Without a number it lasts for ever. */
function lastsAsLong(wide: Toleration, narrow: Toleration): boolean {
  if (wide.tolerationSeconds === undefined) return true;
  return narrow.tolerationSeconds !== undefined && wide.tolerationSeconds >= narrow.tolerationSeconds;
}
