/** A table as text: each column as wide as its widest cell, cells divided by commas. */

/** Of a column but the last, with what divides it from the next. */
const leastWidth = 8;
const divider = ',';

export type Cell = string | number | boolean | undefined;

export function printTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns, ...rows].map((cells) => cells.map((cell) => String(cell ?? '')));
  const widths = columns.map((_, index) =>
    lines.reduce((width, cells) => Math.max(width, lengthOf(cells[index] ?? '') + divider.length + 1), leastWidth),
  );
  const last = columns.length - 1;
  const printCell = (cell: string, index: number): string =>
    index === last ? cell : `${cell}${divider}`.padEnd((widths[index] ?? 0) + cell.length - lengthOf(cell));
  return lines.map((cells) => `${cells.map(printCell).join('')}\n`).join('');
}

/** In code points. */
function lengthOf(text: string): number {
  let length = text.length;
  for (const letter of text) length -= letter.length - 1;
  return length;
}
