/** The answer of a webhook, read and checked as its version demands. */
import type { Status } from '@keelson/meta';
import { decodeJson, groupVersion, parseJson, parseYaml, quote } from '@keelson/schema';
import type { GroupVersionKind, JsonValue, Scheme } from '@keelson/schema';

import type { Phase } from '../contract.ts';

/** The response of a webhook to a request. */
export interface ReviewResponse {
  readonly isAllowed: boolean;
  readonly status: Partial<Status> | undefined;
  /** Base64 decoded; empty where there is none. */
  readonly patch: Buffer;
  readonly patchType: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

export type AnswerResult =
  | { readonly ok: true; readonly response: ReviewResponse }
  /** `code` stands for the fault in metrics. */
  | { readonly ok: false; readonly message: string; readonly code: number };

export interface ExpectedAnswer {
  readonly scheme: Scheme;
  readonly version: 'v1' | 'v1beta1';
  readonly uid: string;
  readonly phase: Phase;
}

interface DecodedReview {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly response?: {
    readonly uid?: string;
    readonly allowed?: boolean;
    readonly status?: Partial<Status>;
    readonly patch?: string;
    readonly patchType?: string;
    readonly auditAnnotations?: Readonly<Record<string, string>>;
    readonly warnings?: readonly string[] | null;
  };
}

export function readAnswer(body: Uint8Array, expected: ExpectedAnswer): AnswerResult {
  const decoded = decodeReview(body, expected);
  if (typeof decoded === 'string') return { ok: false, message: `failed to call webhook: ${decoded}`, code: 400 };
  const { response } = decoded;
  const fault = findFault(decoded, expected);
  if (fault !== undefined || response === undefined) {
    const why = fault ?? absent;
    return { ok: false, message: `received invalid webhook response: ${why}`, code: 503 };
  }
  return {
    ok: true,
    response: {
      isAllowed: response.allowed === true,
      status: response.status,
      patch: expected.phase === 'mutating' && response.patch ? Buffer.from(response.patch, 'base64') : nothing,
      // Reviews of v1beta1 have only one type of patch, whatever they call it.
      patchType: expected.version === 'v1beta1' ? 'JSONPatch' : (response.patchType ?? ''),
      auditAnnotations: response.auditAnnotations ?? {},
      warnings: response.warnings ?? [],
    },
  };
}

const nothing = Buffer.alloc(0);

/** A review, or why it is none. */
function decodeReview(body: Uint8Array, { scheme, version }: ExpectedAnswer): DecodedReview | string {
  const value = parse(body);
  if (isPlainReview(value) && value.apiVersion === `admission.${scheme.domain}/${version}`) return value;
  const names = namesIn(value);
  if (names === undefined) return wordNoObject(value);
  const { kind, apiVersion } = names;
  const own = { group: `admission.${scheme.domain}`, version, kind: 'AdmissionReview' };
  const type = typeOf(kind, apiVersion, own);
  const message = scheme.kind(own)?.message;
  if (message === undefined) throw new Error(`${groupVersion(own)} is not declared`);
  if (scheme.kind(type)?.message !== message) return wordOther(scheme, type, own);
  const decoded = decodeJson(message, value as JsonValue);
  // The type of the answer is checked later, and nothing is filled in.
  return decoded.ok ? { ...(decoded.object as DecodedReview), kind, apiVersion } : decoded.message;
}

type PlainReview = Required<Pick<DecodedReview, 'kind' | 'apiVersion' | 'response'>>;

/**
 * Most answers say yes or no and nothing else. The declaration would find nothing wrong with these, and to read them
 * through it takes ten times as long.
 */
function isPlainReview(value: unknown): value is PlainReview {
  if (!hasOnly(value, plainFields) || value['kind'] !== 'AdmissionReview') return false;
  const { response } = value;
  if (!hasOnly(response, plainResponseFields)) return false;
  return typeof response['uid'] === 'string' && typeof response['allowed'] === 'boolean';
}

const plainFields: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'response']);
const plainResponseFields: ReadonlySet<string> = new Set(['uid', 'allowed']);

function hasOnly(value: unknown, names: ReadonlySet<string>): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  for (const name in value) if (!names.has(name)) return false;
  return true;
}

/** `undefined` for what is no object, or says what it is in another way than by texts. */
function namesIn(value: unknown): { readonly kind: string; readonly apiVersion: string } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { kind, apiVersion } = value as { readonly kind?: unknown; readonly apiVersion?: unknown };
  const names = { kind: kind ?? '', apiVersion: apiVersion ?? '' };
  return typeof names.kind === 'string' && typeof names.apiVersion === 'string'
    ? { kind: names.kind, apiVersion: names.apiVersion }
    : undefined;
}

/** Webhooks answer in YAML too. */
function parse(body: Uint8Array): unknown {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  const json = parseJson(text);
  // `null` is an object without fields.
  if (json.ok) return json.value ?? {};
  if (text.length > largestYaml) return undefined;
  const yaml = parseYaml(text, { maxDocuments: 1 });
  return yaml.ok ? yaml.documents[0] : undefined;
}

/** In characters: reading YAML takes its time, and nothing that large is written in it. */
const largestYaml = 64 * 1024;

function wordNoObject(value: unknown): string {
  const type = Array.isArray(value)
    ? 'array'
    : typeof value === 'object'
      ? 'object'
      : (goTypes[typeof value] ?? 'string');
  return `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type struct { APIVersion string; Kind string }`;
}

const goTypes: Readonly<Record<string, string>> = { number: 'number', boolean: 'bool', string: 'string' };

function typeOf(kind: string, apiVersion: string, own: GroupVersionKind): GroupVersionKind {
  const slash = apiVersion.indexOf('/');
  const named = apiVersion !== '' && {
    group: apiVersion.slice(0, Math.max(slash, 0)),
    version: apiVersion.slice(slash + 1),
  };
  return { ...own, ...named, ...(kind !== '' && { kind }) };
}

function wordOther(scheme: Scheme, type: GroupVersionKind, own: GroupVersionKind): string {
  const isReview = type.group === own.group && type.kind === own.kind && scheme.kind(type) !== undefined;
  return isReview
    ? `converting (${type.version}.${type.kind}) to (${own.version}.${own.kind}): unknown conversion`
    : `no kind ${quote(type.kind)} is registered for version ${quote(groupVersion(type))} in scheme "keelson"`;
}

const absent = 'webhook response was absent';

function findFault(review: DecodedReview, { scheme, version, uid, phase }: ExpectedAnswer): string | undefined {
  const { response } = review;
  if (response === undefined) return absent;
  // Nothing of this was checked in v1beta1.
  if (version === 'v1beta1') return undefined;
  const { uid: answered = '' } = response;
  if (answered !== uid) return `expected response.uid=${quote(uid)}, got ${quote(answered)}`;
  const { apiVersion = '', kind = '' } = review;
  const own = `admission.${scheme.domain}/v1`;
  if (apiVersion !== own || kind !== 'AdmissionReview') {
    return `expected webhook response of ${own}, Kind=AdmissionReview, got ${wordType(apiVersion)}, Kind=${kind}`;
  }
  return phase === 'mutating' ? findPatchFault(response) : findNoPatchFault(response);
}

/** As types are printed: the core group has a slash before its version too. */
function wordType(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
}

type Response = NonNullable<DecodedReview['response']>;

function findPatchFault({ patch = '', patchType }: Response): string | undefined {
  if (patch !== '' && patchType === undefined) return 'webhook returned response.patch but not response.patchType';
  if (patch === '' && patchType !== undefined) return 'webhook returned response.patchType but not response.patch';
  return patchType === '' ? 'webhook returned invalid response.patchType of ""' : undefined;
}

function findNoPatchFault({ patch = '', patchType }: Response): string | undefined {
  if (patch !== '') return 'validating webhook may not return response.patch';
  return patchType === undefined ? undefined : 'validating webhook may not return response.patchType';
}
