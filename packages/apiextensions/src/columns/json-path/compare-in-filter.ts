/** Comparison of values in filters: of the same type alone. Whole numbers and others are two types. */
import { isJsonNumber, numberText } from '@keelson/schema';

type Basic = { readonly kind: 'boolean' | 'integer' | 'float' | 'string'; readonly value: string | number | bigint };

/** Returns undefined where the values cannot be compared so. */
export function compareInFilter(left: unknown, operator: string, right: unknown): boolean | undefined {
  const [a, b] = [basicOf(left), basicOf(right)];
  if (a === undefined || a.kind !== b?.kind) return undefined;
  if (operator === '==') return a.value === b.value;
  if (operator === '!=') return a.value !== b.value;
  if (a.kind === 'boolean') return undefined;
  switch (operator) {
    case '<':
      return a.value < b.value;
    case '<=':
      return a.value <= b.value;
    case '>':
      return a.value > b.value;
    case '>=':
      return a.value >= b.value;
    default:
      return undefined;
  }
}

function basicOf(value: unknown): Basic | undefined {
  if (typeof value === 'string') return { kind: 'string', value };
  if (typeof value === 'boolean') return { kind: 'boolean', value: Number(value) };
  if (!isJsonNumber(value)) return undefined;
  const whole = toInteger(value);
  return whole === undefined ? { kind: 'float', value: Number(numberText(value)) } : { kind: 'integer', value: whole };
}

/** Undefined for numbers that are written with a fraction or an exponent, and for those beyond 64 bits. */
export function toInteger(value: Parameters<typeof numberText>[0]): bigint | undefined {
  const text = numberText(value);
  if (!/^-?\d{1,19}$/.test(text)) return undefined;
  const whole = BigInt(text);
  return BigInt.asIntN(64, whole) === whole ? whole : undefined;
}
