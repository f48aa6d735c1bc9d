/** HTTP answers that are no reviews, in the words that clients of this ecosystem have for them. */
import { decodeJson, parseJson, quote } from '@keelson/schema';
import { Status } from '@keelson/api';

import type { HookAnswer } from '../contract.ts';

type Answered = Extract<HookAnswer, { ok: true }>;

export interface HttpFailure {
  readonly message: string;
  readonly code: number;
}

/** `undefined` for a status that a review may have. */
export function findHttpFailure({ status, contentType, body }: Answered): HttpFailure | undefined {
  if (status >= 200 && status <= 206) {
    if (body.length > 0) return undefined;
    const type = contentType === '' ? 'application/json' : contentType;
    return { message: `0-length response with status code: ${status} and content type: ${type}`, code: 400 };
  }
  return failureIn(body) ?? { message: wordStatus(status, textOf(contentType, body)), code: status };
}

const quotedBytes = 2_048;

function textOf(contentType: string, body: Uint8Array): string {
  if (contentType !== '' && !contentType.startsWith('text/')) return 'unknown';
  return Buffer.from(body.subarray(0, quotedBytes)).toString('utf8').trim();
}

const words: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

function wordStatus(status: number, text: string): string {
  const known = words[status];
  if (known !== undefined) return known;
  if (status === 403 || status === 415) return text;
  if (status === 406) {
    const isUnknown = text === '' || text === 'unknown';
    return isUnknown ? 'the server was unable to respond with a content type that the client supports' : text;
  }
  return status >= 500
    ? `an error on the server (${quote(text)}) has prevented the request from succeeding`
    : `the server responded with the status code ${status} but did not return more details`;
}

/** A Status that says why, in place of words for the code. */
function failureIn(body: Uint8Array): HttpFailure | undefined {
  const parsed = parseJson(Buffer.from(body).toString('utf8'));
  if (!parsed.ok) return undefined;
  const { kind, apiVersion = 'v1' } = (parsed.value ?? {}) as {
    readonly kind?: unknown;
    readonly apiVersion?: unknown;
  };
  if (kind !== 'Status' || apiVersion !== 'v1') return undefined;
  const decoded = decodeJson(Status, parsed.value);
  if (!decoded.ok) return undefined;
  const { status, message = '', code = 0 } = decoded.object as { status?: string; message?: string; code?: number };
  return status === 'Failure' ? { message, code } : undefined;
}
