/**
 * Reads the organizations in the subject of a certificate request (PKCS#10, RFC 2986) from its DER, strictly enough to
 * see the same as the signer. Keys and signatures are not checked.
 */

export type SubjectResult =
  { readonly ok: true; readonly organizations: readonly string[] } | { readonly ok: false; readonly message: string };

const block = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([A-Za-z0-9+/=\r\n]*)-----END \1-----/;
const wantedLabel = 'CERTIFICATE REQUEST';

/** The first block counts. */
export function readSubject(pem: string): SubjectResult {
  const [, label, body = ''] = block.exec(pem) ?? [];
  if (label !== wantedLabel) return { ok: false, message: `PEM block type must be ${wantedLabel}` };
  const organizations = organizationsIn(Buffer.from(body, 'base64'));
  return organizations === undefined
    ? { ok: false, message: 'asn1: syntax error: this is no certificate request' }
    : { ok: true, organizations };
}

const tags = { integer: 0x02, id: 0x06, sequence: 0x30, set: 0x31 };
const organizationId = '55040a';

/** Undefined if this is no certificate request, or an organization has an unsupported string type. */
function organizationsIn(der: Buffer): readonly string[] | undefined {
  const sets = contentOf(subjectOf(der), tags.sequence);
  const attributes = flattened(sets?.map((set) => contentOf(set, tags.set)));
  return flattened(attributes?.map(organizationsOf));
}

/** The version stands before it, whatever else behind it. */
function subjectOf(der: Buffer): Element | undefined {
  const [request, ...behind] = elementsOf(der) ?? [];
  const [information] = contentOf(request, tags.sequence) ?? [];
  const [version, subject] = contentOf(information, tags.sequence) ?? [];
  return behind.length === 0 && version?.tag === tags.integer ? subject : undefined;
}

/** One organization; none for other attributes of the subject. */
function organizationsOf(attribute: Element): readonly string[] | undefined {
  const [id, value] = contentOf(attribute, tags.sequence) ?? [];
  if (id?.tag !== tags.id || value === undefined) return undefined;
  if (id.bytes.toString('hex') !== organizationId) return [];
  const text = textOf(value);
  return text === undefined ? undefined : [text];
}

/** Undefined as soon as one of them is. */
function flattened<T>(lists: readonly (readonly T[] | undefined)[] | undefined): readonly T[] | undefined {
  const known = lists?.filter((list) => list !== undefined);
  return known?.length === lists?.length ? known?.flat() : undefined;
}

interface Element {
  readonly tag: number;
  readonly bytes: Buffer;
}

function contentOf(element: Element | undefined, tag: number): readonly Element[] | undefined {
  return element?.tag === tag ? elementsOf(element.bytes) : undefined;
}

/** All that the bytes are made of; undefined unless that is all there is. */
function elementsOf(bytes: Buffer): readonly Element[] | undefined {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at + 1);
    const tag = bytes[at];
    if (length === undefined || tag === undefined) return undefined;
    const end = length.end + length.value;
    if (end > bytes.length) return undefined;
    elements.push({ tag, bytes: bytes.subarray(length.end, end) });
    at = end;
  }
  return elements;
}

const longForm = 0x80;
const longestLength = 3;

/** DER has one way to write a length: the shortest. */
function lengthAt(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < longForm) return { value: first, end: at + 1 };
  const count = first - longForm;
  const end = at + 1 + count;
  if (count === 0 || count > longestLength || end > bytes.length) return undefined;
  const value = bytes.readUIntBE(at + 1, count);
  const isShortest = value >= (count === 1 ? longForm : 2 ** (8 * (count - 1)));
  return isShortest ? { value, end } : undefined;
}

/** UTF8String, PrintableString, T61String, IA5String, BMPString. */
function textOf({ tag, bytes }: Element): string | undefined {
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
