/** The Status object: the response to a failed request, or to one without an object. Keys are in wire order. */
import { shorten, type IssueCode } from '@keelson/schema';
import { statusCodes, type CauseReason, type StatusReason } from './reasons.ts';

export interface StatusCause {
  readonly reason?: IssueCode | CauseReason;
  readonly message?: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The plural resource; for reason Invalid the kind. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly continue?: string };
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  /** The HTTP status; failures have one. */
  readonly code?: number;
}

/** Limit on the message and on all causes together: longer ones only echo what the caller sent. */
const maxMessageLength = 64 * 1024;
const maxCausesLength = 128 * 1024;

export function failure(reason: StatusReason, message: string, details?: StatusDetails): Status {
  return {
    ...open('Failure'),
    message: shorten(message, maxMessageLength),
    reason,
    ...(details === undefined ? {} : { details: withoutEmpty({ ...details, causes: firstOf(details.causes) }) }),
    code: statusCodes[reason],
  };
}

function firstOf(causes: readonly StatusCause[] = []): readonly StatusCause[] {
  let length = 0;
  const beyond = causes.findIndex(
    ({ message = '', field = '' }) => (length += message.length + field.length) > maxCausesLength,
  );
  return beyond < 0 ? causes : causes.slice(0, Math.max(1, beyond));
}

/** A failure that has no reason clients could act on. */
export function unexplained(message: string, code = 500): Status {
  return { ...open('Failure'), message: shorten(message, maxMessageLength), code };
}

/** The response to a delete that removes the object at once. */
export function success(details?: StatusDetails): Status {
  return { ...open('Success'), ...(details === undefined ? {} : { details: withoutEmpty(details) }) };
}

function open<S extends Status['status']>(status: S) {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status } as const;
}

const detailsOrder = ['name', 'group', 'kind', 'uid', 'causes', 'retryAfterSeconds'] as const;

/** Leaves out what is empty and puts the rest in order. */
function withoutEmpty(details: StatusDetails): StatusDetails {
  const kept = detailsOrder.filter((key) => !isEmpty(details[key]));
  return Object.fromEntries(kept.map((key) => [key, details[key]]));
}

function isEmpty(value: StatusDetails[keyof StatusDetails]): boolean {
  return value === undefined || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
}
