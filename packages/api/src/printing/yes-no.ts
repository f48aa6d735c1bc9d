/** Booleans in cells. */
export function printBool(value: boolean): string {
  return value ? 'True' : 'False';
}

export function printOptionalBool(value: boolean | null | undefined): string {
  return value === null || value === undefined ? '<unset>' : printBool(value);
}
