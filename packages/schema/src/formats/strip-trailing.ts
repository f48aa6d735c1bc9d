/** `text` without the run of `mark`, a single character, that it ends in. A pattern such as `/0+$/` would try every run. */
export function stripTrailing(text: string, mark: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === mark) end -= 1;
  return text.slice(0, end);
}
