/** Requests to another API server over HTTPS, for controllers that run as a process of their own. */
import type { Callouts, CalloutTarget } from '@keelson/callouts';
import { callPatiently } from '@keelson/callouts';
import { failure, unexplained, type RequestTarget, type Status } from '@keelson/meta';
import { parseJson, type JsonValue, type Resource } from '@keelson/schema';

import { readStatus } from './read-status.ts';

export interface RemoteServer {
  readonly callouts: Callouts;
  readonly target: CalloutTarget;
  readonly userAgent: string;
}

export interface RemoteRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  /** Once it is aborted, nothing is sent any more, not even again. */
  readonly signal?: AbortSignal | undefined;
}

export type RemoteAnswer =
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly status: Status };

const timeoutMs = 30_000;
/** A list of many objects may be large. */
const maxAnswerBytes = 512 * 1024 * 1024;

/** Never rejects: a server that does not answer is a refusal with code 503. */
export async function requestRemote(
  { callouts, target, userAgent }: RemoteServer,
  { method, path, body, contentType = 'application/json', signal }: RemoteRequest,
): Promise<RemoteAnswer> {
  const answer = await callPatiently(callouts, target, {
    method,
    path,
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(body !== undefined && { 'content-type': contentType }),
    },
    body: body === undefined ? [] : [Buffer.from(body)],
    timeoutMs,
    maxAnswerBytes,
    signal,
  });
  if (!answer.ok) return { ok: false, status: failure('ServiceUnavailable', answer.message) };
  const parsed = parseJson(answer.body.toString('utf8'), { maxDepth: Infinity });
  if (answer.status < 300) {
    return parsed.ok ? { ok: true, value: parsed.value } : { ok: false, status: unexplained(parsed.message, 502) };
  }
  const status = parsed.ok ? readStatus(parsed.value, answer.status) : undefined;
  return { ok: false, status: status ?? unexplained(`the server answered ${answer.status}`, answer.status) };
}

/** The path of an object or a collection, and of its subresource. */
export function resourcePathOf({ resource, namespace, name, subresource }: RequestTarget): string {
  const parts = [resource.plural, name, subresource].filter((part) => part !== undefined && part !== '');
  const within = namespace === undefined || namespace === '' ? [] : ['namespaces', namespace];
  return [rootOf(resource), ...[...within, ...parts].map((part) => encodeURIComponent(part ?? ''))].join('/');
}

export function rootOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}
