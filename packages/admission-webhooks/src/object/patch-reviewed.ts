/** Applies the JSON patch of a webhook to an object, in the version that the webhook was sent. */
import type { AdmissionObject, ObjectForm } from '@keelson/admission';
import { internalError, parseGroupVersion, unexplained, type Status } from '@keelson/meta';
import { applyJsonPatch } from '@keelson/patch';
import { applyDefaults, decodeJson, encodeJson, groupVersion, parseJson, quote } from '@keelson/schema';
import type { GroupVersionKind, JsonValue, Scheme } from '@keelson/schema';

export interface Patched {
  readonly ok: true;
  readonly object: AdmissionObject;
  /** Its JSON. */
  readonly bytes: Uint8Array;
  readonly hasChanged: boolean;
}

export type PatchResult = Patched | { readonly ok: false; readonly status: Status };

export type ParsedPatch =
  { readonly ok: true; readonly operations: readonly JsonValue[] } | { readonly ok: false; readonly status: Status };

/** `null` is a patch without operations. */
export function parsePatch(bytes: Buffer): ParsedPatch {
  const parsed = parseJson(bytes.toString('utf8'));
  if (!parsed.ok) return { ok: false, status: internalError(parsed.message) };
  const value: JsonValue = parsed.value ?? [];
  if (!Array.isArray(value)) return refusePatch(`json: cannot unmarshal ${typeOf(value)} into ${patchType}`);
  const operations: readonly JsonValue[] = value;
  const odd = operations.find((operation) => typeof operation !== 'object' || Array.isArray(operation));
  if (odd !== undefined) return refusePatch(`json: cannot unmarshal ${typeOf(odd)} into ${operationType}`);
  if (operations.includes(null)) return refusePatch('Unexpected kind: unknown');
  return { ok: true, operations };
}

const patchType = 'Go value of type jsonpatch.Patch';
const operationType = 'Go value of type jsonpatch.Operation';

function refusePatch(why: string): ParsedPatch {
  return { ok: false, status: internalError(why) };
}

function typeOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** `bytes` is the object as it was sent. The result has its defaults. */
export function patchReviewed(
  scheme: Scheme,
  { bytes, form }: { readonly bytes: Uint8Array; readonly form: ObjectForm },
  operations: readonly JsonValue[],
): PatchResult {
  const before = Buffer.from(bytes).toString('utf8');
  const parsed = parseJson(before, { maxDepth: Infinity });
  if (!parsed.ok) throw new Error(`a printed ${form.kind} cannot be read: ${parsed.message}`);
  const applied = applyOperations(parsed.value, operations);
  if (!applied.ok) return { ok: false, status: internalError(applied.message) };
  return decodePatched(scheme, form, applied.value, before);
}

type Applied = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** A replacement of the whole document is no operation of other patches of this API. */
function applyOperations(document: unknown, operations: readonly JsonValue[]): Applied {
  const last = operations.findLastIndex(isReplacement);
  const { value } = (operations[last] ?? {}) as { readonly value?: JsonValue };
  if (last >= 0 && (typeof value !== 'object' || value === null)) {
    return { ok: false, message: 'replace operation value must be object or array' };
  }
  const outcome = applyJsonPatch(last < 0 ? document : value, operations.slice(last + 1));
  return outcome.ok ? outcome : { ok: false, message: outcome.detail ?? outcome.message };
}

function isReplacement(operation: JsonValue): boolean {
  const { op, path } = operation as { readonly op?: unknown; readonly path?: unknown };
  return op === 'replace' && path === '';
}

function decodePatched(scheme: Scheme, form: ObjectForm, value: unknown, before: string): PatchResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const why =
      "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct";
    return { ok: false, status: internalError(why) };
  }
  const type = typeIn(value, form);
  if (typeof type === 'string') return { ok: false, status: internalError(type) };
  const isOwn = type.group === form.group && type.version === form.version && type.kind === form.kind;
  if (!isOwn) return { ok: false, status: statusOfOther(scheme, type, form, value) };
  const decoded = decodeJson(form.message, value as JsonValue);
  if (!decoded.ok) return { ok: false, status: internalError(decoded.message) };
  const object = decoded.object as AdmissionObject & { kind?: string; apiVersion?: string };
  object.kind = form.kind;
  object.apiVersion = groupVersion(form);
  applyDefaults(form.message, object);
  const text = encodeJson(form.message, object);
  const hasChanged = text !== before || takesDefaults(form, value, before);
  return { ok: true, object, bytes: Buffer.from(text, 'utf8'), hasChanged };
}

/** Fields that the patch took away, and that their defaults brought back, count as changed. */
function takesDefaults(form: ObjectForm, value: object, before: string): boolean {
  const decoded = decodeJson(form.message, value as JsonValue);
  return decoded.ok && encodeJson(form.message, decoded.object) !== before;
}

/** A patch may take its kind away from an object, but not from a custom one. */
function typeIn(
  { kind = '', apiVersion = '' }: { readonly kind?: unknown; readonly apiVersion?: unknown },
  form: ObjectForm,
): GroupVersionKind | string {
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return 'the object has no version and kind';
  if (kind === '' && form.resource?.custom !== undefined) return "Object 'Kind' is missing";
  const named = { ...form, ...(kind !== '' && { kind }) };
  if (apiVersion === '') return named;
  const parsed = parseGroupVersion(apiVersion);
  return parsed.ok ? { ...named, ...parsed.groupVersion } : parsed.problem;
}

/** The patch made another kind of it, or another version. */
function statusOfOther(scheme: Scheme, type: GroupVersionKind, form: ObjectForm, value: object): Status {
  const known = scheme.kind(type);
  if (known === undefined) {
    const what = `no kind ${quote(type.kind)} is registered for version ${quote(groupVersion(type))}`;
    return internalError(`${what} in scheme "keelson"`);
  }
  const decoded = decodeJson(known.message, value as JsonValue);
  if (!decoded.ok) return internalError(decoded.message);
  const [name = ''] = form.group.split('.');
  const hub = name === '' ? 'core' : name;
  return unexplained(`converting (${type.version}.${type.kind}) to (${hub}.${form.kind}): unknown conversion`);
}
