/** Prints empty cells as `<none>`. */
export function none(text: string | null | undefined): string {
  return text === null || text === undefined || text === '' ? '<none>' : text;
}
