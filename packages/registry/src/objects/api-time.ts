/** Times as the API writes them. */

/** RFC 3339, to the second. Most that ask within a second ask about the same one. */
export function timeText(time: Date): string {
  const second = Math.floor(time.getTime() / 1_000);
  if (second !== last.second) last = { second, text: `${time.toISOString().slice(0, 19)}Z` };
  return last.text;
}

let last = { second: Number.NaN, text: '' };
