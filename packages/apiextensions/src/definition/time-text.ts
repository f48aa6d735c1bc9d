/** Times as the API writes them: RFC 3339, to the second. */
export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
