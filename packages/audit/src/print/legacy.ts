/** Events as the short lines of older tools, for people who look for a line. */
import type { UserInfo } from '@keelson/meta';

import type { AuditEvent } from '../event.ts';

export function printLegacy(event: AuditEvent): string {
  const { user, impersonatedUser, response, object } = event;
  const word = (name: string, text: string | undefined): string => ` ${name}=${JSON.stringify(text ?? '<none>')}`;
  const groups = (of: UserInfo | undefined): string => of?.groups.map((each) => JSON.stringify(each)).join(',') ?? '';
  const asGroups = impersonatedUser === undefined ? '<lookup>' : groups(impersonatedUser);
  return (
    `${timeOf(event.receivedMs)} AUDIT:${word('id', event.auditId)}${word('stage', event.stage)}` +
    `${word('ip', event.sourceIps[0])}${word('method', event.verb)}` +
    `${word('user', user?.name)} groups=${groups(user) || '<none>'}` +
    `${word('as', impersonatedUser?.name ?? '<self>')} asgroups=${asGroups}` +
    `${word('user-agent', event.userAgent)}${word('namespace', object?.namespace)}${word('uri', event.requestUri)}` +
    word('response', response === undefined ? '<deferred>' : String(response.code))
  );
}

/** RFC 3339 with microseconds. */
function timeOf(ms: number): string {
  const micros = String(Math.floor((ms % 1000) * 1000)).padStart(6, '0');
  return `${new Date(ms).toISOString().slice(0, 20)}${micros}Z`;
}
