/** One request on its way through the chain, with what the stations before found out. */

import type { User } from '@keelson/auth';
import type { Incoming, Outgoing } from '@keelson/http';

import type { RequestInfo } from '../request/request-info.ts';
import type { Target } from '../request/target.ts';

export interface Exchange {
  readonly incoming: Incoming;
  readonly response: Outgoing;
  readonly target: Target;
  readonly info: RequestInfo;
  readonly user: User;
  readonly userAgent: string;
  /** Answers with the page at this path, where it is no resource. */
  readonly showPage: () => void;
}
