/** The status of a call, in the headers of a response without a message or in the trailers after one. */
import { fieldOf, type HeaderBlock } from '@keelson/http2';

import { StatusError } from '../errors.ts';

/** The error of a status other than OK; `undefined` for OK and for headers without a status. */
export function statusErrorOf(headers: HeaderBlock): StatusError | undefined {
  const status = fieldOf(headers, 'grpc-status');
  if (status === undefined || status === '0') return undefined;
  const message = fieldOf(headers, 'grpc-message');
  return new StatusError(status, message === undefined ? 'without a reason' : decodeMessage(message));
}

/** Of a response that is not gRPC: the status that gRPC prescribes for most of them, UNAVAILABLE. */
export function plainHttpError({ status }: HeaderBlock): StatusError {
  return new StatusError('14', `HTTP ${status}`);
}

/** A message that is not escaped correctly is shown unchanged. */
function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
