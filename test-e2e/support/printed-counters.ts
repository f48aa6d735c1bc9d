/** What `/metrics` counts: the series that never go back while a replica lives. */

/** The values of counters and histograms, by their names and labels as they are printed. */
export function countersIn(text: string): ReadonlyMap<string, number> {
  const counters = new Map<string, number>();
  let isCounting = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('# TYPE ')) isCounting = / (?:counter|histogram)$/.test(line);
    else if (isCounting && line !== '' && !line.startsWith('#')) {
      const space = line.lastIndexOf(' ');
      counters.set(line.slice(0, space), Number(line.slice(space + 1)));
    }
  }
  return counters;
}

/** Those of `later` that are less than before, or gone. */
export function wentBack(before: ReadonlyMap<string, number>, later: ReadonlyMap<string, number>): readonly string[] {
  return [...before].flatMap(([series, value]) => {
    const now = later.get(series) ?? -1;
    return now >= value ? [] : [`${series} from ${String(value)} to ${String(now)}`];
  });
}
