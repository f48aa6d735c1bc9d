/**
 * Events as text: JSON of the API, or the short lines of older tools. There may be two
 * of them for every request, so that JSON is put together of pieces, most of which are
 * made once for a request, and some once for a caller.
 */
import type { AuditEvent, AuditUser, ObjectReference, ResponseStatus } from './event.ts';

/** Pieces are JSON; those after the first ones begin with a comma. */
export interface EventPieces {
  /** From the opening brace up to the value of the stage, whose quote is open. */
  readonly head: string;
  /** From the request's URI up to the user. */
  readonly request: string;
  readonly impersonated: string;
  /** From the addresses up to the object. */
  readonly origin: string;
  readonly response: string;
  /** The bodies of the request and of the answer. */
  readonly bodies: string;
  readonly received: string;
  readonly annotations: string;
}

export function joinEvent(pieces: EventPieces, stage: string, stageMs: number): string {
  const { head, request, impersonated, origin, response, bodies, received, annotations } = pieces;
  const stamped = `,"requestReceivedTimestamp":"${received}","stageTimestamp":"${printTime(stageMs)}"`;
  return `${head}${stage}"${request}${impersonated}${origin}${response}${bodies}${stamped}${annotations}}`;
}

/** Users are the same objects again and again, and long. */
const users = new WeakMap<AuditUser, string>();

export function printUser(user: AuditUser | undefined): string {
  if (user === undefined) return '{}';
  const known = users.get(user);
  if (known !== undefined) return known;
  const { name: username, uid, groups, extra } = user;
  const printed = JSON.stringify({
    username,
    ...(uid !== undefined && uid !== '' && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && { extra }),
  });
  users.set(user, printed);
  return printed;
}

export function printReference({ resource, namespace, name, group, version, subresource }: ObjectReference): string {
  let text = `{"resource":${quote(resource)}`;
  if (namespace !== '') text += `,"namespace":${quote(namespace)}`;
  if (name !== '') text += `,"name":${quote(name)}`;
  if (group !== '') text += `,"apiGroup":${quote(group)}`;
  if (version !== '') text += `,"apiVersion":${quote(version)}`;
  if (subresource !== '') text += `,"subresource":${quote(subresource)}`;
  return `${text}}`;
}

export function printStatus({ status, message, reason, details, code }: ResponseStatus): string {
  if (status === undefined) return `{"metadata":{},"code":${String(code)}}`;
  return JSON.stringify({ metadata: {}, status, message, reason, details, code });
}

const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Most texts need no escapes, and asking costs less than making them. */
export function quote(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

let printedSecond = Number.NaN;
let printedPrefix = '';

/** RFC 3339 with microseconds, as all times of events. Most are of the same second as the one before. */
export function printTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== printedSecond) {
    printedSecond = second;
    printedPrefix = new Date(second * 1000).toISOString().slice(0, 20);
  }
  const micros = String(Math.floor((ms - second * 1000) * 1000));
  return `${printedPrefix}${micros.padStart(6, '0')}Z`;
}

/** For people who look for a line, and tools that know no JSON. */
export function printLegacy(event: AuditEvent): string {
  const { user, impersonatedUser, response, object } = event;
  const word = (name: string, text: string | undefined): string => ` ${name}=${quote(text ?? '<none>')}`;
  const groups = (of: AuditUser | undefined): string => of?.groups.map(quote).join(',') ?? '';
  const asGroups = impersonatedUser === undefined ? '<lookup>' : groups(impersonatedUser);
  return (
    `${printTime(event.receivedMs)} AUDIT:${word('id', event.auditId)}${word('stage', event.stage)}` +
    `${word('ip', event.sourceIps[0])}${word('method', event.verb)}` +
    `${word('user', user?.name)} groups=${groups(user) || '<none>'}` +
    `${word('as', impersonatedUser?.name ?? '<self>')} asgroups=${asGroups}` +
    `${word('user-agent', event.userAgent)}${word('namespace', object?.namespace)}${word('uri', event.requestUri)}` +
    word('response', response === undefined ? '<deferred>' : String(response.code))
  );
}
