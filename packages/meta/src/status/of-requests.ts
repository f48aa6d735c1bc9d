/** Failures of a request as such, whatever object it was about. */
import { failure, type Status } from './status.ts';

export function badRequest(message: string): Status {
  return failure('BadRequest', message);
}

export function unauthorized(): Status {
  return failure('Unauthorized', 'Unauthorized');
}

/** Nothing is served at this path. */
export function pathNotFound(): Status {
  return failure('NotFound', 'the server could not find the requested resource', {});
}

export function methodNotAllowed(): Status {
  return failure('MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
}

export function notAcceptable(mediaTypes: readonly string[]): Status {
  return failure('NotAcceptable', `only the following media types are accepted: ${mediaTypes.join(', ')}`);
}

export function unsupportedMediaType(mediaTypes: readonly string[]): Status {
  const message = 'the body of the request was in an unknown format - accepted media types include';
  return failure('UnsupportedMediaType', `${message}: ${mediaTypes.join(', ')}`);
}

export function requestEntityTooLarge(why: string): Status {
  return failure('RequestEntityTooLarge', `Request entity too large: ${why}`);
}

/** The request could be read but not carried out, such as a JSON patch whose test fails. */
export function unprocessable(): Status {
  return failure('Invalid', 'the server rejected our request due to an error in our request', {});
}

export function tooManyRequests(message: string, retryAfterSeconds: number): Status {
  return failure('TooManyRequests', message, { retryAfterSeconds });
}

/** An eviction that a budget does not allow now. `retryAfterSeconds`: 0 tells the client no time. */
export function budgetExhausted(message: string, cause: string, retryAfterSeconds: number): Status {
  return failure('TooManyRequests', message, {
    causes: [{ reason: 'DisruptionBudget', message: cause }],
    retryAfterSeconds,
  });
}

export function timeout(message: string, retryAfterSeconds = 0): Status {
  return failure('Timeout', `Timeout: ${message}`, { retryAfterSeconds });
}

/** A resource version that this server has not seen yet; it may have in a second. */
export function resourceVersionTooLarge(wanted: string, current: string): Status {
  const what = 'Too large resource version';
  return failure('Timeout', `Timeout: ${what}: ${wanted}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: what }],
    retryAfterSeconds: 1,
  });
}

export function gone(message: string): Status {
  return failure('Gone', message);
}

/** `continueToken` lets the client go on with a list that is no longer consistent. */
export function expired(message: string, continueToken?: string): Status {
  const status = failure('Expired', message);
  return continueToken === undefined ? status : { ...status, metadata: { continue: continueToken } };
}

export const listVersionExpired = 'The resourceVersion for the provided list is too old.';
export const continueTokenExpired =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

export function internalError(why: string): Status {
  return failure('InternalError', `Internal error occurred: ${why}`, { causes: [{ message: why }] });
}

export function serviceUnavailable(message: string, retryAfterSeconds = 0): Status {
  return failure('ServiceUnavailable', message, retryAfterSeconds === 0 ? undefined : { retryAfterSeconds });
}
