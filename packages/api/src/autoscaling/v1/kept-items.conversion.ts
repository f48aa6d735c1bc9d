/**
 * Lists that a version has no field for and keeps in an annotation, as JSON text. An
 * item has the form of the stored version; where that cannot say all, it carries the
 * original along, which readers that do not know of it pass over.
 */
import { decodeJson, encodeJson, parseJson, stringifyJson } from '@keelson/schema';
import type { JsonValue, Message, TypeOf } from '@keelson/schema';

export interface KeptItem<T> {
  readonly item: T;
  /** As another version had it. */
  readonly exact?: JsonValue;
}

/** Undefined where the text is no list of these; then it is not ours to interpret. */
export function readItems<M extends Message>(message: M, text: string): KeptItem<TypeOf<M>>[] | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !Array.isArray(parsed.value)) return undefined;
  const items: KeptItem<TypeOf<M>>[] = [];
  for (const value of parsed.value as JsonValue[]) {
    const decoded = decodeJson(message, value);
    if (!decoded.ok) return undefined;
    const { exact } = (value ?? {}) as { exact?: JsonValue };
    items.push({ item: decoded.object, ...(exact !== undefined && { exact }) });
  }
  return items;
}

export function writeItems(message: Message, items: readonly KeptItem<object>[]): string {
  return `[${items.map(({ item, exact }) => writeItem(encodeJson(message, item), exact)).join()}]`;
}

/** Every item says at least its type, so there is something before the comma. */
function writeItem(text: string, exact: JsonValue | undefined): string {
  return exact === undefined ? text : `${text.slice(0, -1)},"exact":${stringifyJson(exact)}}`;
}

export function areSameItems(
  message: Message,
  a: readonly KeptItem<object>[],
  b: readonly KeptItem<object>[],
): boolean {
  return writeItems(message, a) === writeItems(message, b);
}
