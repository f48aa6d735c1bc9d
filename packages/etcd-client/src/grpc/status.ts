/** The status of a call, in the headers of a response without a message or in the trailers after one. */
import { StatusError } from '../errors.ts';
import type { Headers } from '../http2/header-block.ts';

/** The error of a status other than OK; `undefined` for OK and for headers without a status. */
export function statusErrorOf(headers: Headers): StatusError | undefined {
  const status = headers.get('grpc-status');
  if (status === undefined || status === '0') return undefined;
  const message = headers.get('grpc-message');
  return new StatusError(status, message === undefined ? 'without a reason' : decodeMessage(message));
}

/** Headers of a response that is not gRPC, as the status that gRPC prescribes for most of them: UNAVAILABLE. */
export function statusOfPlainHttp(headers: Headers): Headers {
  return new Map([
    ['grpc-status', '14'],
    ['grpc-message', `HTTP ${String(headers.get(':status'))}`],
  ]);
}

/** A message that is not escaped correctly is shown unchanged. */
function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
