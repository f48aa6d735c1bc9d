/** The failures of HTTP answers, as clients of this ecosystem word them. */
import { parseJson } from '@keelson/schema';

const mostTextBytes = 2048;

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

/** Codes whose answers say in their own words what is wrong. */
const ownWords = new Set([403, 406, 415]);

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** `undefined` for an answer that can be read on. */
export function findAnswerFault(answer: HttpAnswer): string | undefined {
  const { status, body, contentType } = answer;
  if (status < 200 || status > 206) return messageOfStatus(body) ?? wordCode(answer);
  if (body.length > 0) return undefined;
  return `0-length response with status code: ${status} and content type: ${contentType}`;
}

function wordCode({ status, body, contentType }: HttpAnswer): string {
  const text = contentType.startsWith('text/') ? body.toString('utf8', 0, mostTextBytes).trim() : 'unknown';
  if (ownWords.has(status)) return text;
  const known = words[status];
  if (known !== undefined) return known;
  if (status >= 500)
    return `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}

/** The message of a body that is a Status of this API. */
function messageOfStatus(body: Buffer): string | undefined {
  if (body.length === 0 || body.length > 64 * 1024) return undefined;
  const parsed = parseJson(body.toString('utf8'));
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return undefined;
  const { kind, status, message } = parsed.value as Readonly<Record<string, unknown>>;
  return kind === 'Status' && status === 'Failure' && typeof message === 'string' ? message : undefined;
}
