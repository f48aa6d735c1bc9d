/**
 * One request on its way through the chain, with what the stations before found out.
 * Uses only what requests of HTTP/1.1 and HTTP/2 have in common.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { User } from '@keelson/auth';

import type { RequestInfo } from '../request/request-info.ts';
import type { Target } from '../request/target.ts';

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly info: RequestInfo;
  readonly user: User;
  readonly userAgent: string;
}
