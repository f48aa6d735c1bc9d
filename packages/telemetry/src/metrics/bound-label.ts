/**
 * Bounds the values of a label that come from users: the first `limit` different ones keep their names, all later ones
 * are counted together as `other`. None is ever forgotten, since its series would stay.
 */
export function boundLabel(limit: number): (value: string) => string {
  const kept = new Set<string>();
  return (value) => {
    if (kept.has(value)) return value;
    if (kept.size >= limit) return otherValues;
    kept.add(value);
    return value;
  };
}

export const otherValues = 'other';
