/** Converts many objects of a kind between two versions at once. Some kinds have to ask another server to do it. */
import { decodeJson } from '../json/decode.ts';
import { encodeJson } from '../json/encode.ts';
import { parseJson } from '../json/parse-json.ts';
import { groupVersion } from '../language/group-version-kind.ts';
import type { TypeMeta } from '../language/infer.ts';
import type { ConvertRemotely } from '../language/remote-conversion.ts';
import type { Resource } from '../language/resource.ts';
import { convertObject } from '../scheme/convert.ts';
import type { Scheme } from '../scheme/scheme.ts';

export type ConvertedObjects =
  | { readonly ok: true; readonly objects: readonly TypeMeta[] }
  /** In the words of 1.24, ready for a Status. */
  | { readonly ok: false; readonly message: string };

export interface ConversionVersions {
  readonly from: Resource;
  readonly to: Resource;
}

/** Takes over the objects, as `convertObject` does. In the same order; answers at once unless another server is asked. */
export function convertObjects(
  scheme: Scheme,
  objects: readonly TypeMeta[],
  versions: ConversionVersions,
): ConvertedObjects | Promise<ConvertedObjects> {
  const { from, to } = versions;
  if (from !== to && from.convertRemotely !== undefined && objects.length > 0) {
    return convertElsewhere(from.convertRemotely, objects, versions);
  }
  return { ok: true, objects: objects.map((object) => convertObject(scheme, object, from, to)) };
}

async function convertElsewhere(
  convertRemotely: ConvertRemotely,
  objects: readonly TypeMeta[],
  { from, to }: ConversionVersions,
): Promise<ConvertedObjects> {
  const plain = objects.map((object) => toPlainJson(from, object));
  const converted = await convertRemotely({ objects: plain, from: groupVersion(from), to: groupVersion(to) });
  if (!converted.ok) return converted;
  const decoded: TypeMeta[] = [];
  for (const object of converted.objects) {
    const result = decodeConverted(to, object);
    if (!result.ok) return result;
    decoded.push(result.object);
  }
  return { ok: true, objects: decoded };
}

export type DecodedConversion =
  { readonly ok: true; readonly object: TypeMeta } | { readonly ok: false; readonly message: string };

/** The object in canonical form, without what the schema of its version lacks. */
export function decodeConverted(to: Resource, object: object): DecodedConversion {
  const decoded = decodeJson(to.message, object);
  if (decoded.ok) return decoded;
  const message = `conversion webhook for ${groupVersion(to)}, Kind=${to.kind} failed: ${decoded.message}`;
  return { ok: false, message };
}

/** Through text, which leaves out what is empty and not written. */
function toPlainJson({ message }: Resource, object: TypeMeta): object {
  const parsed = parseJson(encodeJson(message, object), { maxDepth: Infinity });
  if (!parsed.ok) throw new Error(`the encoder wrote what the parser does not read: ${parsed.message}`);
  return parsed.value as object;
}
