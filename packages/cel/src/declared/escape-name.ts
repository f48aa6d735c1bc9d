/** The names of properties in expressions: what no identifier may hold is spelled out. */

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const spellings: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** Returns `undefined` for a property that no expression can name. */
export function escapeName(property: string): string | undefined {
  if (reserved.has(property)) return `__${property}__`;
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(property)) return undefined;
  return property.replace(/__|[./-]/g, (found) => spellings[found] ?? found);
}
