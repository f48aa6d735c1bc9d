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
  /** The user that requests are made as. Absent where the credentials of the target say it. */
  readonly identity?: RemoteIdentity | undefined;
}

/** A user by tokens that are renewed. */
export interface RemoteIdentity {
  /** Never rejects. */
  token(): Promise<{ readonly ok: true; readonly token: string } | { readonly ok: false; readonly status: Status }>;
  /** The server has refused this token: the next one is asked for. */
  forget(token: string): void;
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
export async function requestRemote(server: RemoteServer, request: RemoteRequest): Promise<RemoteAnswer> {
  const { identity } = server;
  if (identity === undefined) return sendRequest(server, request);
  const answer = await sendAs(identity, server, request);
  // A token may be refused before its time, as after its account was made anew. Nothing was carried out then.
  return !answer.ok && answer.status.code === unauthorized ? sendAs(identity, server, request) : answer;
}

const unauthorized = 401;

async function sendAs(identity: RemoteIdentity, server: RemoteServer, request: RemoteRequest): Promise<RemoteAnswer> {
  const held = await identity.token();
  if (!held.ok) return held;
  const answer = await sendRequest(server, request, { authorization: `Bearer ${held.token}` });
  if (!answer.ok && answer.status.code === unauthorized) identity.forget(held.token);
  return answer;
}

async function sendRequest(
  { callouts, target, userAgent }: RemoteServer,
  { method, path, body, contentType = 'application/json', signal }: RemoteRequest,
  credentials: Readonly<Record<string, string>> = {},
): Promise<RemoteAnswer> {
  const answer = await callPatiently(callouts, target, {
    method,
    path,
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...credentials,
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
