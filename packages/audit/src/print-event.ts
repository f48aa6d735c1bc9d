/**
 * The parts of events as text: JSON of the API, or the short lines of older tools. There
 * may be two events for every request, so that what is the same again is kept.
 */
import type { AuditEvent, AuditUser, ObjectReference, ResponseStatus } from './event.ts';

/** Users are the same objects again and again, and long. */
const users = new WeakMap<AuditUser, string>();

export function printUser(user: AuditUser): string {
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

/** Most answers are nothing but their code, and there are few codes. */
const statuses = new Map<number, string>();

function printCode(code: number): string {
  let printed = statuses.get(code);
  if (printed === undefined) statuses.set(code, (printed = `{"metadata":{},"code":${String(code)}}`));
  return printed;
}

export function printStatus({ status, message, reason, details, code }: ResponseStatus): string {
  if (status === undefined) return printCode(code);
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
