/** The interface of the proxy: requests for APIs that another server serves, after authorization. */
import type { Incoming, Outgoing } from '@keelson/http';
import type { UserInfo } from '@keelson/meta';
import type { MaybePromise } from '@keelson/telemetry';

import type { AnswerPace } from '../respond/answer-pace.ts';

export interface ForwardedRequest {
  readonly group: string;
  readonly version: string;
  readonly incoming: Incoming;
  /** Has headers that every answer has; those of the other server are added to them. */
  readonly response: Outgoing;
  /** As whom the request is carried out. */
  readonly user: UserInfo;
  /** To be told when the client has to take in some of the answer. */
  readonly pace: AnswerPace;
  /** To be called before the client is waited for: it may take its time, and others have their turn. */
  readonly endTurn: () => void;
}

/** Answers the request, whatever happens. The response may be over at any time. */
export type Forward = (request: ForwardedRequest) => MaybePromise<void>;
