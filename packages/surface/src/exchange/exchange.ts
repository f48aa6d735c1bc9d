/** One request on its way through the chain, with what the stations before found out. */

import type { AuditRecord } from '@keelson/audit';
import type { Incoming } from '@keelson/http';
import type { RequestAttributes, UserInfo } from '@keelson/meta';

import type { RequestInfo } from '../request/request-info.ts';
import type { RequestUrl } from '../request/request-url.ts';
import type { Reply } from '../respond/reply.ts';
import type { Passage } from './passage.ts';
import type { Work } from './turns.ts';

export interface Exchange extends Reply {
  readonly incoming: Incoming;
  readonly url: RequestUrl;
  readonly info: RequestInfo;
  readonly attributes: RequestAttributes;
  readonly work: Work;
  readonly user: UserInfo;
  readonly userAgent: string;
  readonly passage: Passage;
  /** Undefined for requests that are not audited. */
  readonly record: AuditRecord | undefined;
}
