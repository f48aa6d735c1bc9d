/** Any JSON value. Whole numbers beyond 2^53 and numbers in an unusual notation keep their text (see formats/exact-number.ts). */
export type JsonValue = string | number | bigint | boolean | null | JsonValue[] | { [key: string]: JsonValue } | object;
