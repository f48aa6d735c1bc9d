/** The refusal of a node's agent as a Status, in the words that clients of 1.24 know. */
import {
  badRequest,
  failure,
  internalError,
  unexplained,
  type RequestTarget,
  type Status,
  type StatusReason,
} from '@keelson/meta';

const reasons: Readonly<Record<number, readonly [StatusReason, string]>> = {
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
};

/** `text`: the body of the answer, as far as it was read. */
export function refusalOfAgent(status: number, text: string, place: RequestTarget): Status {
  if (status === 400) return badRequest(text);
  if (status === 500) return internalError(text);
  const { resource, subresource = '', name = '' } = place;
  const { group, plural } = resource;
  const kind = `${plural}/${subresource}`;
  // The second space is where other callers have a verb.
  const subject = ` ( ${group === '' ? kind : `${kind}.${group}`} ${name})`;
  const details = { name, group, kind };
  if (status === 403) return failure('Forbidden', `${text}${subject}`, details);
  const [reason, words] = reasons[status] ?? [];
  if (reason !== undefined && words !== undefined) return failure(reason, `${words}${subject}`, details);
  if (status > 500) {
    const message = `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`;
    return { ...failure('InternalError', `${message}${subject}`, details), code: status };
  }
  const message = `the server responded with the status code ${status} but did not return more details`;
  return { ...unexplained(`${message}${subject}`, status), details };
}
