/** Refusals in the name of a webhook. */
import { badRequest, type Status } from '@keelson/meta';
import { quote, shorten } from '@keelson/schema';

/** In characters. */
const longestMessage = 64 * 1024;

/** The webhook's own status, reason and details; codes that are no failure, or no code, are none. */
export function denialOf(webhook: string, given: Partial<Status> = {}): Status {
  const { status, reason, details, code = 0 } = given;
  const message = shorten(`admission webhook ${quote(webhook)} denied the request${explain(given)}`, longestMessage);
  const isFailure = status !== undefined && (status as string) !== '' && status !== 'Success';
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: isFailure ? status : 'Failure',
    message,
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
    code: code < 400 ? 400 : Math.min(code, largestCode),
  };
}

/** HTTP has none beyond. */
const largestCode = 999;

function explain({ message = '', reason }: Partial<Status>): string {
  const why = message !== '' ? message : (reason ?? '');
  return why === '' ? ' without explanation' : `: ${why}`;
}

/** Nothing can take back what the webhook might do. */
export function noDryRun(webhook: string): Status {
  return badRequest(`admission webhook ${quote(webhook)} does not support dry run`);
}
