/** The interface of connections: requests that are proxied to nodes, pods and endpoints, once admission allows them. */
import type { Incoming, Outgoing } from '@keelson/http';
import type { RequestTarget, Status } from '@keelson/meta';
import type { ConnectOptions } from '@keelson/registry';

import type { AnswerPace } from '../respond/answer-pace.ts';

export interface ConnectionRequest {
  readonly place: RequestTarget;
  readonly options: ConnectOptions;
  readonly incoming: Incoming;
  /** Has headers that every answer has; those of the other server are added to them. */
  readonly response: Outgoing;
  /** To be told when the client has to take in some of the answer. */
  readonly pace: AnswerPace;
  /** The path of the request, decoded, with what follows the subresource. */
  readonly path: string;
  /** Ends the response with a refusal, in the encoding that the client asked for. */
  refuse(status: Status): void;
}

/** Answers the request, whatever happens. The response may be over at any time. */
export type Connect = (request: ConnectionRequest) => Promise<void>;
