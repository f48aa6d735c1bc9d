/** The Status of another server, as far as controllers act on it. */
import { causeReasons, isStatusReason, type Status, type StatusCause, type StatusDetails } from '@keelson/meta';

import { answerFields, answerItems, answerText, type AnswerFields } from './answer-fields.ts';

/** `code` is that of the answer. Undefined for what is no Status. Reasons that are not known are left out. */
export function readStatus(value: unknown, code: number): Status | undefined {
  const fields = answerFields(value);
  if (fields['kind'] !== 'Status') return undefined;
  const [message, reason] = [answerText(fields, 'message'), answerText(fields, 'reason')];
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    ...(message !== undefined && { message }),
    ...(reason !== undefined && isStatusReason(reason) && { reason }),
    details: readDetails(answerFields(fields['details'])),
    code,
  };
}

function readDetails(fields: AnswerFields): StatusDetails {
  const [name, group, kind, uid] = ['name', 'group', 'kind', 'uid'].map((each) => answerText(fields, each));
  const { retryAfterSeconds } = fields;
  return {
    ...(name !== undefined && { name }),
    ...(group !== undefined && { group }),
    ...(kind !== undefined && { kind }),
    ...(uid !== undefined && { uid }),
    causes: answerItems(fields, 'causes').map((each) => readCause(answerFields(each))),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  };
}

function readCause(fields: AnswerFields): StatusCause {
  const [message, field] = [answerText(fields, 'message'), answerText(fields, 'field')];
  const reason = causeReasons.find((each) => each === fields['reason']);
  return {
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    ...(field !== undefined && { field }),
  };
}
