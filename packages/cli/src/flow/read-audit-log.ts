/** Reads requests out of an audit log, a line at a time. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

import type { RecordedRequest } from '@keelson/flowcontrol';
import type { RequestAttributes, UserInfo } from '@keelson/meta';

interface AuditEvent {
  readonly stage?: string;
  readonly verb?: string;
  readonly requestURI?: string;
  readonly user?: { readonly username?: string; readonly groups?: readonly string[] };
  readonly impersonatedUser?: { readonly username?: string; readonly groups?: readonly string[] };
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly apiVersion?: string;
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly requestReceivedTimestamp?: string;
  readonly stageTimestamp?: string;
}

export interface AuditLog {
  readonly requests: readonly RecordedRequest[];
  /** Lines that are passed over: events of other stages than the end of a response. */
  readonly ofOtherStages: number;
  /** Lines that are passed over: no events, or without the times of their stage. */
  readonly unreadable: number;
}

/** Rejects if the file cannot be read. */
export async function readAuditLog(path: string): Promise<AuditLog> {
  const requests: RecordedRequest[] = [];
  let [ofOtherStages, unreadable] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const event = parse(line);
    const request = requestOf(event);
    if (request !== undefined) requests.push(request);
    else if (event.stage !== undefined && event.stage !== 'ResponseComplete') ofOtherStages += 1;
    else unreadable += 1;
  }
  return { requests, ofOtherStages, unreadable };
}

function parse(line: string): AuditEvent {
  try {
    const event = JSON.parse(line) as AuditEvent | null;
    return event ?? {};
  } catch {
    return {};
  }
}

function requestOf(event: AuditEvent): RecordedRequest | undefined {
  const { stage, verb = '', requestURI = '/', requestReceivedTimestamp = '', stageTimestamp = '' } = event;
  const receivedMs = Date.parse(requestReceivedTimestamp);
  const tookMs = Date.parse(stageTimestamp) - receivedMs;
  if (stage !== 'ResponseComplete' || !Number.isFinite(tookMs)) return undefined;
  const [path = '/', query = ''] = requestURI.split('?');
  const parameters = new URLSearchParams(query);
  // The time for which a watch is open is no work.
  const isWatch = verb === 'watch';
  const work = isWatch ? 'watch' : ['get', 'list', 'head'].includes(verb) ? 'readOnly' : 'mutating';
  const url = { path, query: { first: (name: string) => parameters.get(name) ?? undefined } };
  return {
    user: userOf(event),
    attributes: attributesOf(event, path),
    work,
    url,
    receivedMs,
    tookMs: isWatch ? 0 : tookMs,
  };
}

function userOf({ user, impersonatedUser }: AuditEvent): UserInfo {
  const { username: name = '', groups = [] } = impersonatedUser ?? user ?? {};
  return { name, groups };
}

function attributesOf({ verb = '', objectRef }: AuditEvent, path: string): RequestAttributes {
  if (objectRef?.resource === undefined) return { kind: 'path', verb, path };
  const { apiGroup: group = '', apiVersion: version = '', resource } = objectRef;
  const { subresource = '', namespace = '', name = '' } = objectRef;
  return { kind: 'resource', verb, group, version, resource, subresource, namespace, name };
}
