/** Limits that are a number of pods, or a percentage of all. */

/** 0 for a text that is no percentage. */
export function scaledValue(limit: number | string, total: number, round: 'up' | 'down'): number {
  if (typeof limit === 'number') return limit;
  const percent = /^\d+%$/.test(limit) ? Number(limit.slice(0, -1)) : 0;
  const value = (percent * total) / 100;
  return round === 'up' ? Math.ceil(value) : Math.floor(value);
}
