/** Failure reasons that clients switch on, and the HTTP status of each. */
export const statusCodes = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServerTimeout: 500,
  ServiceUnavailable: 503,
  Timeout: 504,
} as const;

export type StatusReason = keyof typeof statusCodes;

export function isStatusReason(text: string): text is StatusReason {
  return Object.hasOwn(statusCodes, text);
}

/** Reasons of causes that are not findings of validation. */
export const causeReasons = [
  'DisruptionBudget',
  'FieldManagerConflict',
  'NamespaceTerminating',
  'ResourceVersionTooLarge',
  'UnexpectedServerResponse',
] as const;

export type CauseReason = (typeof causeReasons)[number];
