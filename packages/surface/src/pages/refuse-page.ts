/** Answers a request for a page with a refusal of the API. */
import type { ServerResponse } from 'node:http';

import type { Status } from '@keelson/meta';

import { sendStatus, type StatusStyle } from '../respond/send-status.ts';
import type { PageRequest } from './page.ts';

export function refusePage(
  { record }: Pick<PageRequest, 'record'>,
  response: ServerResponse,
  status: Status,
  style?: StatusStyle,
): void {
  sendStatus({ response, record }, status, style);
}
