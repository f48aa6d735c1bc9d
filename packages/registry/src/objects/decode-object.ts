/**
 * A parsed body to an object of the form that is expected, with its defaults. Says in
 * the words of the API why a body is not one: of another kind, of another version, or
 * with a field of the wrong type.
 */
import { parseGroupVersion } from '@keelson/meta';
import { applyDefaults, convertObject, decodeJson, decodeProtobuf, groupVersion, quote } from '@keelson/schema';
import type { GroupVersionKind, JsonValue, KnownKind, Message, Resource, Scheme } from '@keelson/schema';

import type { Form } from '../contract.ts';
import { setType } from './api-object.ts';
import type { ApiObject } from './api-object.ts';
import { noteEmptyLists } from './empty-lists.ts';
import type { ParsedBody } from './parse-body.ts';
import { readType, typeNamesOf } from './read-type.ts';

export type DecodedObject =
  | { readonly ok: true; readonly object: ApiObject }
  /** `type` is missing when the body does not even say what it is. */
  | { readonly ok: false; readonly type?: GroupVersionKind; readonly message: string }
  /** It is the same kind, in a version that this place does not take. */
  | { readonly ok: false; readonly otherVersion: Pick<GroupVersionKind, 'group' | 'version'> }
  /** An object of the version of this place, that calls itself another kind. */
  | { readonly ok: false; readonly otherKind: GroupVersionKind; readonly name: string };

export interface DecodeRequest {
  readonly scheme: Scheme;
  readonly form: Form;
  readonly onUnknown?: ((path: string) => void) | undefined;
  /** Convert an object of another version of the kind rather than refuse it. */
  readonly convertsVersions?: boolean;
}

type Parsed = Extract<ParsedBody, { ok: true }>;

export function decodeObject(parsed: Parsed, request: DecodeRequest): DecodedObject {
  const { form, scheme } = request;
  if (form.resource?.custom !== undefined) return decodeCustom(parsed, request);
  const names = parsed.kind === 'json' ? typeNamesOf(parsed.value) : { ok: true as const, names: parsed.typeMeta };
  if (!names.ok) return names;
  const read = readType(names.names, form);
  if (!read.ok) return read;
  const { type } = read;
  if (isSameKind(type, form) || isAlsoTaken(type, form)) return decodeAs(form.message, parsed, form, request);
  const known = scheme.kind(type);
  if (known === undefined) return { ok: false, type, message: wordUnregistered(type) };
  return decodeOther(known, parsed, request);
}

function decodeAs(message: Message, parsed: Parsed, type: GroupVersionKind, request: DecodeRequest): DecodedObject {
  const { onUnknown } = request;
  const decoded =
    parsed.kind === 'json' ? decodeJson(message, parsed.value, { onUnknown }) : decodeProtobuf(message, parsed.raw);
  if (!decoded.ok) return { ok: false, type, message: decoded.message };
  const object = decoded.object as ApiObject;
  setType(object, type);
  applyDefaults(message, object);
  if (parsed.kind === 'json') {
    noteEmptyLists(message, object, parsed.value);
    if (clearsOwners(parsed.value)) object.metadata.managedFields = [];
  }
  return { ok: true, object };
}

/** Custom kinds are taken by their version first: within it any kind can be decoded, and only one is right. */
function decodeCustom(parsed: Parsed, request: DecodeRequest): DecodedObject {
  const { form, scheme } = request;
  const names = parsed.kind === 'json' ? typeNamesOf(parsed.value) : { ok: true as const, names: parsed.typeMeta };
  if (!names.ok) return names;
  const { apiVersion, kind } = names.names;
  if (kind === '') return { ok: false, type: form, message: missingKind };
  const given = parseGroupVersion(apiVersion);
  if (!given.ok) return { ok: false, type: form, message: given.problem };
  const { group, version } = given.groupVersion;
  if (group !== form.group || version !== form.version) {
    const known = scheme.kind({ group, version, kind });
    const isConverted = request.convertsVersions === true && known !== undefined;
    return isConverted ? decodeOther(known, parsed, request) : { ok: false, otherVersion: { group, version } };
  }
  if (kind !== form.kind) {
    const name = parsed.kind === 'json' ? nameIn(parsed.value) : '';
    return { ok: false, otherKind: { group, version, kind }, name };
  }
  return decodeAs(form.message, parsed, form, request);
}

/** Completed, where the body is at hand, by what it is. */
export const missingKind = "Object 'Kind' is missing";

function nameIn(value: JsonValue): string {
  const name = (value as { metadata?: { name?: unknown } | null } | null)?.metadata?.name;
  return typeof name === 'string' ? name : '';
}

/** A kind that exists, but not the one of this place: perhaps another version of it. */
function decodeOther(known: KnownKind, parsed: Parsed, request: DecodeRequest): DecodedObject {
  const { scheme, form } = request;
  const decoded = decodeAs(known.message, parsed, known, request);
  if (!decoded.ok) return decoded;
  const other = scheme.resourceOfKind(known);
  const here = form.resource;
  const isRelated = other !== undefined && here !== undefined && isSameFamily(scheme, other, here);
  const isSameName = known.kind === form.kind && known.group === form.group;
  if (!isRelated && !isSameName) {
    const message = `converting (${goName(known, false)}) to (${goName(form, true)}): unknown conversion`;
    return { ok: false, type: known, message };
  }
  if (request.convertsVersions !== true || !isRelated) return { ok: false, otherVersion: known };
  return { ok: true, object: convertObject(scheme, decoded.object, other, here) as ApiObject };
}

/** An empty list clears the owners where no list leaves them alone; the canonical form does not tell the two apart. */
function clearsOwners(value: JsonValue): boolean {
  const owners = (value as { metadata?: { managedFields?: unknown } | null } | null)?.metadata?.managedFields;
  return Array.isArray(owners) && owners.length === 0;
}

function isSameKind(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return a.kind === b.kind && a.version === b.version && a.group === b.group;
}

function isAlsoTaken({ group, version, kind }: GroupVersionKind, form: Form): boolean {
  return form.alsoIn?.includes(version) === true && kind === form.kind && group === form.group;
}

function isSameFamily(scheme: Scheme, a: Resource, b: Resource): boolean {
  return a.kind === b.kind && scheme.versionsOf(a).some((each) => isSameKind(each, b));
}

export function wordUnregistered(type: GroupVersionKind): string {
  return `no kind ${quote(type.kind)} is registered for version ${quote(groupVersion(type))} in scheme "keelson"`;
}

/** As the API names types in such messages: by version, or by group for its hub. */
function goName({ group, version, kind }: GroupVersionKind, isHub: boolean): string {
  const [first = ''] = group.split('.');
  return `${isHub ? first || 'core' : version}.${kind}`;
}
