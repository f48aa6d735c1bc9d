/** ConversionReview as bytes: the request to a webhook, and the objects in its answer. */
import { parseJson, stringifyJson, type JsonValue } from '@keelson/schema';

import { wordUid } from './check-converted.ts';
import { reviewVersions, type ReviewVersion } from './conversion-webhook.ts';
import { goTypeOf } from './go-type.ts';

const reviewKind = 'ConversionReview';

export interface ReviewRequest {
  /** That of definitions. */
  readonly group: string;
  readonly version: ReviewVersion;
  readonly uid: string;
  readonly desiredApiVersion: string;
  /** Each as JSON. */
  readonly objects: readonly Uint8Array[];
}

/** The objects are not copied. */
export function encodeReview({ group, version, uid, desiredApiVersion, objects }: ReviewRequest): Uint8Array[] {
  const head = {
    kind: reviewKind,
    apiVersion: `${group}/${version}`,
    request: { uid, desiredAPIVersion: desiredApiVersion },
  };
  const text = JSON.stringify(head);
  const pieces: Uint8Array[] = [Buffer.from(`${text.slice(0, -2)},"objects":[`)];
  for (const [index, object] of objects.entries()) {
    if (index > 0) pieces.push(comma);
    pieces.push(object);
  }
  // Webhooks of the field are sent an empty response along with the request.
  pieces.push(tail);
  return pieces;
}

const comma = Buffer.from(',');
const tail = Buffer.from(']},"response":{"uid":"","convertedObjects":null,"result":{"metadata":{}}}}\n');

export type ReadReview =
  { readonly ok: true; readonly objects: readonly JsonValue[] } | { readonly ok: false; readonly message: string };

type Fields = Readonly<Record<string, unknown>>;

interface Expected {
  readonly group: string;
  readonly version: ReviewVersion;
  readonly uid: string;
}

/** Reviews of v1beta1 need no uid, and their type is not looked at. */
export function readReview(bytes: Buffer, expected: Expected): ReadReview {
  const parsed = parseJson(bytes.toString('utf8'));
  if (!parsed.ok) return fault(`couldn't get version/kind; json parse error: ${parsed.message}`);
  const review = parsed.value;
  if (!isFields(review)) {
    const type = goTypeOf(review);
    return fault(`couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into a ConversionReview`);
  }
  const type = findTypeFault(review, expected);
  if (type !== undefined) return fault(type);
  const { response } = review;
  if (response === undefined || response === null) return fault('no response provided');
  return isFields(response) ? readResponse(response, expected) : fault(wrongType('response', response));
}

function readResponse({ uid = '', convertedObjects, result }: Fields, expected: Expected): ReadReview {
  if (expected.version === 'v1' && uid !== expected.uid) {
    return fault(typeof uid === 'string' ? wordUid(expected.uid, uid) : wrongType('response.uid', uid));
  }
  const failed = findFailure(result);
  if (failed !== undefined) return fault(failed);
  if (convertedObjects === undefined || convertedObjects === null) return { ok: true, objects: [] };
  if (!Array.isArray(convertedObjects)) return fault(wrongType('response.convertedObjects', convertedObjects));
  return { ok: true, objects: convertedObjects as readonly JsonValue[] };
}

function fault(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

function wrongType(field: string, value: unknown): string {
  return `json: cannot unmarshal ${goTypeOf(value)} into the field ConversionReview.${field}`;
}

function findTypeFault({ kind = '', apiVersion = '' }: Fields, { group, version }: Expected): string | undefined {
  const expected = `${group}/${version}`;
  if (kind === reviewKind && apiVersion === expected) return undefined;
  // Without a type, an answer is taken for what was asked for; v1 then still says so.
  if (kind === '' && apiVersion === '') {
    return version === 'v1' ? `expected webhook response of ${expected}, Kind=${reviewKind}, got /, Kind=` : undefined;
  }
  const other = reviewVersions.find((each) => apiVersion === `${group}/${each}`);
  if (kind === reviewKind && other !== undefined) {
    return `converting (${other}.${reviewKind}) to (${version}.${reviewKind}): unknown conversion`;
  }
  return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "keelson"`;
}

function findFailure(result: unknown): string | undefined {
  const { status = '', message = '' } = isFields(result) ? result : {};
  if (status === 'Success') return undefined;
  if (typeof message === 'string' && message !== '') return message;
  return `response.result.status was '${typeof status === 'string' ? status : ''}', not 'Success'`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object as a review carries it. */
export function encodeMember(object: object): Uint8Array {
  return Buffer.from(stringifyJson(object));
}
