/**
 * Brings stored objects of a custom resource into the form that its schema has now: fields that it no longer has are
 * dropped, and defaults that it has since are filled in. What is built in is stored in one form for good.
 */
import type { ConformStored } from '@keelson/cache';
import { applyDefaults, decodeJson, encodeJson, parseJson, type Resource } from '@keelson/schema';

/** `undefined` where nothing has to be done. What is no object of the resource stays as it is, for its readers to refuse. */
export function createConform({ message }: Resource): ConformStored | undefined {
  if (message.structuralSchema === undefined) return undefined;
  return (value) => {
    const stored = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const parsed = parseJson(stored.toString('utf8'), { maxDepth: Infinity });
    const decoded = parsed.ok ? decodeJson(message, parsed.value) : parsed;
    if (!decoded.ok) return value;
    applyDefaults(message, decoded.object);
    const conformed = Buffer.from(encodeJson(message, decoded.object), 'utf8');
    return conformed.equals(stored) ? value : conformed;
  };
}
