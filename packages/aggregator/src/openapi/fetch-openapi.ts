/** Asks a remote server for what it says of itself in OpenAPI. */
import { createHash } from 'node:crypto';

import type { CalloutAnswer, Callouts } from '@keelson/callouts';

import { askRemote, type RemoteQuestion } from '../remote/ask-remote.ts';
import type { RegisteredRemote } from '../remote/remote-apis.ts';

export interface OpenapiParts {
  readonly callouts: Pick<Callouts, 'call'>;
  readonly signal: AbortSignal;
}

type Remote = Pick<RegisteredRemote, 'target'>;

export interface FetchedV2 {
  readonly etag: string | undefined;
  /** Of the content. */
  readonly hash: string;
  readonly bytes: Buffer;
}

/** `failed`: the server gave no answer that could be read. `none`: it has no such document. */
export type Fetched<T> = { readonly kind: 'failed' | 'none' | 'same' } | { readonly kind: 'found'; readonly value: T };

const timeoutMs = 30_000;
/** Four times that of this server itself. */
const maxDocumentBytes = 8 * 1024 * 1024;
/** It is parsed in one go. */
const maxIndexBytes = 256 * 1024;
const notModified = 304;
const notFound = 404;

export async function fetchV2(
  parts: OpenapiParts,
  remote: Remote,
  etag: string | undefined,
): Promise<Fetched<FetchedV2>> {
  const answer = await ask(parts, remote, {
    path: '/openapi/v2',
    ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
  });
  if (answer.kind !== 'found') return answer;
  const { body, rawHeaders } = answer.value;
  const hash = createHash('sha256').update(body).digest('hex');
  return { kind: 'found', value: { etag: headerOf(rawHeaders, 'etag'), hash, bytes: body } };
}

/** The addresses of its documents, by their names in the index. */
export async function fetchV3Index(parts: OpenapiParts, remote: Remote): Promise<Fetched<ReadonlyMap<string, string>>> {
  const answer = await ask(parts, remote, { path: '/openapi/v3', maxAnswerBytes: maxIndexBytes });
  if (answer.kind !== 'found') return answer;
  const index = parseIndex(answer.value.body.toString('utf8'));
  return index === undefined ? { kind: 'failed' } : { kind: 'found', value: index };
}

/** The document of one name, at its address. */
export async function fetchV3(parts: OpenapiParts, remote: Remote, path: string): Promise<Buffer | undefined> {
  const answer = await ask(parts, remote, { path });
  return answer.kind === 'found' ? answer.value.body : undefined;
}

async function ask(
  { callouts, signal }: OpenapiParts,
  remote: Remote,
  { path, headers, maxAnswerBytes = maxDocumentBytes }: Partial<RemoteQuestion> & { readonly path: string },
): Promise<Fetched<CalloutAnswer>> {
  // A user like any other, as these documents are for all who are authenticated.
  const all = { accept: 'application/json', 'x-remote-user': 'system:aggregator', ...headers };
  const answer = await askRemote(callouts, remote, { path, headers: all, timeoutMs, maxAnswerBytes, signal });
  if (!answer.ok) return { kind: 'failed' };
  switch (answer.status) {
    case 200:
      return { kind: 'found', value: answer };
    case notModified:
      return { kind: 'same' };
    case notFound:
      return { kind: 'none' };
    default:
      return { kind: 'failed' };
  }
}

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}

/** Addresses lead nowhere but below the page of the documents. */
function parseIndex(text: string): ReadonlyMap<string, string> | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const paths = fieldsOf(fieldsOf(parsed)?.['paths']);
  if (paths === undefined) return undefined;
  return new Map(
    Object.entries(paths).flatMap(([name, entry]) => {
      const address = fieldsOf(entry)?.['serverRelativeURL'];
      return typeof address === 'string' && isAddress.test(address) ? [[name, address] as const] : [];
    }),
  );
}

const isAddress = /^\/openapi\/v3\/[!-~]{1,1024}$/;

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
