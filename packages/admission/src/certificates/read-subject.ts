/**
 * Reads the organizations in the subject of a certificate request (PKCS#10, RFC 2986) from its DER, strictly enough to
 * see the same as the signer. Keys and signatures are not checked.
 */
import { derContentOf, derTags, noRequestBlock, readDer, readRequestBlock, type DerElement } from '@keelson/api';

export type SubjectResult =
  { readonly ok: true; readonly organizations: readonly string[] } | { readonly ok: false; readonly message: string };

/** The first block counts. */
export function readSubject(pem: string): SubjectResult {
  const der = readRequestBlock(pem);
  if (der === undefined) return { ok: false, message: noRequestBlock };
  const organizations = organizationsIn(der);
  return organizations === undefined
    ? { ok: false, message: 'asn1: syntax error: this is no certificate request' }
    : { ok: true, organizations };
}

const organizationId = '55040a';

/** Undefined if this is no certificate request, or an organization has an unsupported string type. */
function organizationsIn(der: Buffer): readonly string[] | undefined {
  const sets = derContentOf(subjectOf(der), derTags.sequence);
  const attributes = flattened(sets?.map((set) => derContentOf(set, derTags.set)));
  return flattened(attributes?.map(organizationsOf));
}

/** The version stands before it, whatever else behind it. */
function subjectOf(der: Buffer): DerElement | undefined {
  const [request, ...behind] = readDer(der) ?? [];
  const [information] = derContentOf(request, derTags.sequence) ?? [];
  const [version, subject] = derContentOf(information, derTags.sequence) ?? [];
  return behind.length === 0 && version?.tag === derTags.integer ? subject : undefined;
}

/** One organization; none for other attributes of the subject. */
function organizationsOf(attribute: DerElement): readonly string[] | undefined {
  const [id, value] = derContentOf(attribute, derTags.sequence) ?? [];
  if (id?.tag !== derTags.id || value === undefined) return undefined;
  if (id.bytes.toString('hex') !== organizationId) return [];
  const text = textOf(value);
  return text === undefined ? undefined : [text];
}

/** Undefined as soon as one of them is. */
function flattened<T>(lists: readonly (readonly T[] | undefined)[] | undefined): readonly T[] | undefined {
  const known = lists?.filter((list) => list !== undefined);
  return known?.length === lists?.length ? known?.flat() : undefined;
}

/** UTF8String, PrintableString, T61String, IA5String, BMPString. */
function textOf({ tag, bytes }: DerElement): string | undefined {
  switch (tag) {
    case 0x0c:
      return bytes.toString('utf8');
    case 0x13:
    case 0x14:
    case 0x16:
      return bytes.toString('latin1');
    case 0x1e:
      return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : undefined;
    default:
      return undefined;
  }
}
