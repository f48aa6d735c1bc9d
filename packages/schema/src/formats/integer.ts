/**
 * Whole numbers of 32 and 64 bits as JSON may write them. Refuses a fraction or an
 * exponent even where the value would be whole, as the API does.
 */
const int32Min = -(2 ** 31);
const int32Max = 2 ** 31 - 1;
const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;

export function isInt32(value: number): boolean {
  return value >= int32Min && value <= int32Max && Number.isInteger(value);
}

/** A number while it is safe, a bigint beyond; nothing when out of range. */
export function toInt64(value: bigint): number | bigint | undefined {
  if (value < int64Min || value > int64Max) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The value of a whole number's text, or nothing for any other notation. */
export function parseInteger(text: string): bigint | undefined {
  return text.length <= 40 && /^-?[0-9]+$/.test(text) ? BigInt(text) : undefined;
}
