/** Rows for people: columns as wide as their widest cell, two spaces apart. */
export function printColumns(names: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [names, ...rows].map((cells) => cells.map(String));
  const widths = names.map((_, index) => Math.max(...lines.map((cells) => cells[index]?.length ?? 0)));
  const print = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return `${lines.map(print).join('\n')}\n`;
}
