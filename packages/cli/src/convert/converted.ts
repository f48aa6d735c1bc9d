/** The result of a conversion. */
import type { JsonValue, Message, TypeMeta } from '@keelson/schema';

/** An object in canonical form, with the declaration to write it by; or one that is left as it was read. */
export type Converted = { readonly object: TypeMeta; readonly message: Message } | { readonly untouched: JsonValue };
