/** An object as the codec sees it: properties of unknown value. */
export type Plain = Record<string, unknown>;

export function toPlain(value: unknown): Plain {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('not an object');
  return value as Plain;
}
