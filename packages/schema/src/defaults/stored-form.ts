/**
 * The form of stored objects. Of kinds whose versions have schemas of their own an object has what the version that it
 * was stored in has, and is seen through others without what those lack; other kinds say what theirs is.
 */
import { applyDefaults } from './apply-defaults.ts';
import { decodeJson } from '../json/decode.ts';
import type { Message } from '../language/descriptor.ts';
import type { TypeMeta } from '../language/infer.ts';
import type { Resource } from '../language/resource.ts';

/**
 * The last step of a write, after the rules of the version that was written have seen the object. Drops what the stored
 * version lacks, and fills in its defaults. Takes over its argument.
 */
export function toStoredForm(stored: Resource, written: Resource, object: TypeMeta): TypeMeta {
  const form = stored.formsByVersion?.get(stored.version);
  if (form === undefined) return stored.settle?.(object as never) ?? object;
  if (written.version === stored.version) return object;
  const pruned = pruneTo(form, object);
  applyDefaults(form, pruned);
  return pruned;
}

/** Drops what the schema lacks. May share parts of its argument. */
export function pruneTo(message: Message, object: object): TypeMeta {
  const decoded = decodeJson(message, object);
  if (!decoded.ok) throw new Error(`what is stored is no ${message.name}: ${decoded.message}`);
  return decoded.object;
}
