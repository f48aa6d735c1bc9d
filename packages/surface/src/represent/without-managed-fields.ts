/** An object without the record of who owns its fields, which can be longer than the rest. */
import type { JsonValue } from '@keelson/schema';

type JsonObject = Readonly<Record<string, JsonValue>>;

export function isObjectValue(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(value) === Object.prototype
  );
}

export function withoutManagedFields(value: JsonValue): JsonValue {
  if (!isObjectValue(value) || !isObjectValue(value['metadata'])) return value;
  const { managedFields: _, ...metadata } = value['metadata'];
  return { ...value, metadata };
}
