/** The result of a conversion. */
import type { Message, TypeMeta } from '@keelson/schema';

/** An object in canonical form, with the declaration to write it by. */
export interface Converted {
  readonly object: TypeMeta;
  readonly message: Message;
}
