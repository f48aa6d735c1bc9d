/** Requests to other API servers over HTTPS: to the one that controllers run against, and to those behind the aggregator. */
import type { CalloutAnswer, Callouts, CalloutTarget } from '@keelson/callouts';
import { callPatiently } from '@keelson/callouts';
import { failure, unexplained, type GroupVersion, type RequestTarget, type Status } from '@keelson/meta';
import { parseJson, type JsonValue } from '@keelson/schema';

import { readStatus } from './read-status.ts';

export interface RemoteServer {
  readonly callouts: Pick<Callouts, 'call' | 'open'>;
  readonly target: CalloutTarget;
  readonly userAgent: string;
  /** Of one request; 30 seconds if absent. */
  readonly timeoutMs?: number | undefined;
  /** The message of a request without an answer; if absent, it tells what has happened to the connection. */
  readonly noAnswerMessage?: string | undefined;
  /** The user that requests are made as. Absent where the credentials of the target say it. */
  readonly identity?: RemoteIdentity | undefined;
}

/** The user of requests, by headers that stand for it. */
export interface RemoteIdentity {
  /** Never rejects. A refusal is the answer to the request, which is not sent. */
  headersFor(request: RemoteRequest): Promise<IdentityHeaders>;
  /** The server has refused these headers: the next request gets others. */
  forget(headers: SentIdentity): void;
}

export type SentIdentity = Readonly<Record<string, string | readonly string[]>>;

export type IdentityHeaders = StatedIdentity | { readonly ok: false; readonly status: Status };

interface StatedIdentity {
  readonly ok: true;
  readonly headers: SentIdentity;
  /** To be called with the code of the answer, once there is one or will be none. */
  readonly ended?: (code: number | undefined) => void;
}

export interface RemoteRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  /** JSON if absent. */
  readonly accept?: string | undefined;
  /** Once it is aborted, nothing is sent any more, not even again. */
  readonly signal?: AbortSignal | undefined;
}

export type RemoteAnswer =
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly status: Status };

const json = 'application/json';
const usualTimeoutMs = 30_000;
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
  const stated = await identity.headersFor(request);
  if (!stated.ok) return stated;
  const answer = await sendRequest(server, request, stated.headers);
  if (!answer.ok && answer.status.code === unauthorized) identity.forget(stated.headers);
  stated.ended?.(answer.ok ? 200 : answer.status.code);
  return answer;
}

async function sendRequest(
  server: RemoteServer,
  request: RemoteRequest,
  credentials: SentIdentity = {},
): Promise<RemoteAnswer> {
  const { callouts, target, userAgent, timeoutMs = usualTimeoutMs, noAnswerMessage } = server;
  const { method, path, body, signal } = request;
  const answer = await callPatiently(callouts, target, {
    method,
    path,
    headers: { 'user-agent': userAgent, ...formsOf(request), ...credentials },
    body: body === undefined ? [] : [Buffer.from(body)],
    timeoutMs,
    maxAnswerBytes,
    signal,
  });
  return answer.ok
    ? readAnswer(answer)
    : { ok: false, status: failure('ServiceUnavailable', noAnswerMessage ?? answer.message) };
}

function formsOf({ body, contentType = json, accept = json }: RemoteRequest) {
  return { accept, ...(body !== undefined && { 'content-type': contentType }) };
}

function readAnswer({ status: code, body }: CalloutAnswer): RemoteAnswer {
  const parsed = parseJson(body.toString('utf8'), { maxDepth: Infinity });
  if (code < 300) {
    return parsed.ok ? { ok: true, value: parsed.value } : { ok: false, status: unexplained(parsed.message, 502) };
  }
  const status = parsed.ok ? readStatus(parsed.value, code) : undefined;
  return { ok: false, status: status ?? unexplained(messageOf(code), code) };
}

/** As the clients of this ecosystem word an answer that is no Status, such as those of proxies. */
function messageOf(status: number): string {
  if (status === 404) return 'the server could not find the requested resource';
  return status === 503 ? unavailableMessage : `the server answered ${status}`;
}

export const unavailableMessage = 'the server is currently unable to handle the request';

/** The path of an object or a collection, and of its subresource. */
export function resourcePathOf({ resource, namespace, name, subresource }: RequestTarget): string {
  const parts = [resource.plural, name, subresource].filter((part) => part !== undefined && part !== '');
  const within = namespace === undefined || namespace === '' ? [] : ['namespaces', namespace];
  return [rootOf(resource), ...[...within, ...parts].map((part) => encodeURIComponent(part ?? ''))].join('/');
}

export function rootOf({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}
