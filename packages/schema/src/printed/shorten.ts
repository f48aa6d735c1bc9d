/** The beginning of a text that is too long to be repeated in an answer. Halves no character. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return `${text.slice(0, isHalf ? maxLength - 1 : maxLength)}...`;
}
