/** What is printed where there is nothing. */
export function none(text: string | null | undefined): string {
  return text === null || text === undefined || text === '' ? '<none>' : text;
}
