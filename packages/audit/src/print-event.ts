/** Events as text: JSON of the API, or the short lines of older tools. */
import type { ByteWriter } from './byte-writer.ts';
import type { Annotations, AuditEvent, AuditUser, ObjectReference, Origin, ResponseStatus, Stage } from './event.ts';
import { levels, stages } from './event.ts';

/** Writes an event on one line, in the order of the API's fields. */
export type WriteEvent = (writer: ByteWriter, event: AuditEvent) => void;

function encode(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

function tableOf<K extends string>(keys: readonly K[], print: (key: K) => string): Readonly<Record<K, Uint8Array>> {
  return Object.fromEntries(keys.map((key) => [key, encode(print(key))])) as Record<K, Uint8Array>;
}

/** What is the same for many requests is encoded once: for a caller, a connection, a code, a decision. */
function remembered<K extends object>(print: (key: K) => string): (key: K) => Uint8Array {
  const known = new WeakMap<K, Uint8Array>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = encode(print(key));
    known.set(key, made);
    return made;
  };
}

const asUser = remembered((user: AuditUser) => `,"user":${printUser(user)}`);
const asImpersonated = remembered((user: AuditUser) => `,"impersonatedUser":${printUser(user)}`);
const asOrigin = remembered(printOrigin);
const asAnnotations = remembered((all: Annotations) => `,"annotations":${JSON.stringify(all)}`);
const asStage: Readonly<Record<Stage, Uint8Array>> = tableOf(stages, (stage) => `,"stage":"${stage}","requestURI":`);
const nobody = encode(',"user":{}');
const verb = encode(',"verb":');
const requestObject = encode(',"requestObject":');
const responseObject = encode(',"responseObject":');
const received = encode(',"requestReceivedTimestamp":"');
const stamped = encode('","stageTimestamp":"');
const closingQuote = encode('"');
const closingBrace = encode('}');

/** `group` is that of the API's events: `audit.{domain}`. */
export function createWriteEvent(group: string): WriteEvent {
  const heads = tableOf(levels, (level) => `{"kind":"Event","apiVersion":"${group}/v1","level":"${level}","auditID":`);
  return (writer, event) => {
    const { user, impersonatedUser, object, response, annotations } = event;
    writer.bytes(heads[event.level]).quoted(event.auditId);
    writer.bytes(asStage[event.stage]).quoted(event.requestUri);
    writer.bytes(verb).quoted(event.verb);
    writer.bytes(user === undefined ? nobody : asUser(user));
    if (impersonatedUser !== undefined) writer.bytes(asImpersonated(impersonatedUser));
    writer.bytes(asOrigin(event.origin));
    if (object !== undefined) writeReference(writer, object);
    if (response !== undefined) writeStatus(writer, response);
    if (event.requestObject !== undefined) writer.bytes(requestObject).text(event.requestObject);
    if (event.responseObject !== undefined) writer.bytes(responseObject).text(event.responseObject);
    writeTime(writer.bytes(received), event.receivedMs);
    writeTime(writer.bytes(stamped), event.stageMs);
    writer.bytes(closingQuote);
    if (annotations !== undefined) writer.bytes(asAnnotations(annotations));
    writer.bytes(closingBrace);
  };
}

function printUser({ name: username, uid, groups, extra }: AuditUser): string {
  return JSON.stringify({
    username,
    ...(uid !== undefined && uid !== '' && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && { extra }),
  });
}

function printOrigin({ sourceIps, userAgent }: Origin): string {
  const ips = sourceIps.length === 0 ? '' : `,"sourceIPs":${JSON.stringify(sourceIps)}`;
  return userAgent === '' ? ips : `${ips},"userAgent":${JSON.stringify(userAgent)}`;
}

const reference = encode(',"objectRef":{"resource":');
const referenceFields = [
  ['namespace', encode(',"namespace":')],
  ['name', encode(',"name":')],
  ['group', encode(',"apiGroup":')],
  ['version', encode(',"apiVersion":')],
  ['subresource', encode(',"subresource":')],
] as const;

function writeReference(writer: ByteWriter, object: ObjectReference): void {
  writer.bytes(reference).quoted(object.resource);
  for (const [field, label] of referenceFields) {
    const value = object[field];
    if (value !== '') writer.bytes(label).quoted(value);
  }
  writer.bytes(closingBrace);
}

/** Most answers are nothing but their code, and there are few codes. */
const codes = new Map<number, Uint8Array>();

function writeStatus(writer: ByteWriter, { status, message, reason, details, code }: ResponseStatus): void {
  if (status !== undefined) {
    writer.text(`,"responseStatus":${JSON.stringify({ metadata: {}, status, message, reason, details, code })}`);
    return;
  }
  let known = codes.get(code);
  if (known === undefined)
    codes.set(code, (known = encode(`,"responseStatus":{"metadata":{},"code":${String(code)}}`)));
  writer.bytes(known);
}

const msPerSecond = 1_000;
const microDigits = 6;
const zone = encode('Z');
let writtenSecond = Number.NaN;
let writtenPrefix = encode('');

/** RFC 3339 with microseconds, as all times of events. Most are of the same second as the one before. */
function writeTime(writer: ByteWriter, ms: number): void {
  const second = Math.floor(ms / msPerSecond);
  if (second !== writtenSecond) {
    writtenSecond = second;
    writtenPrefix = encode(new Date(second * msPerSecond).toISOString().slice(0, 20));
  }
  const micros = Math.floor((ms - second * msPerSecond) * 1000);
  writer.bytes(writtenPrefix).digits(micros, microDigits).bytes(zone);
}

/** For people who look for a line, and tools that know no JSON. */
export function printLegacy(event: AuditEvent): string {
  const { user, impersonatedUser, response, object } = event;
  const word = (name: string, text: string | undefined): string => ` ${name}=${JSON.stringify(text ?? '<none>')}`;
  const groups = (of: AuditUser | undefined): string =>
    of?.groups.map((group) => JSON.stringify(group)).join(',') ?? '';
  const asGroups = impersonatedUser === undefined ? '<lookup>' : groups(impersonatedUser);
  return (
    `${new Date(event.receivedMs).toISOString()} AUDIT:${word('id', event.auditId)}${word('stage', event.stage)}` +
    `${word('ip', event.origin.sourceIps[0])}${word('method', event.verb)}` +
    `${word('user', user?.name)} groups=${groups(user) || '<none>'}` +
    `${word('as', impersonatedUser?.name ?? '<self>')} asgroups=${asGroups}` +
    `${word('user-agent', event.origin.userAgent)}${word('namespace', object?.namespace)}${word('uri', event.requestUri)}` +
    word('response', response === undefined ? '<deferred>' : String(response.code))
  );
}
