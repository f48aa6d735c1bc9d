/**
 * The interface of flow control: a complete request asks for its turn, is executed, and ends its turn. It asks after
 * impersonation and before authorization.
 */
import type { RequestAttributes, UserInfo } from '@keelson/meta';
import type { MaybePromise } from '@keelson/telemetry';

/** Limits and metrics tell these apart. */
export type RequestKind = 'mutating' | 'readOnly';

/** A watch mostly waits, and is no work while it does. */
export type Work = RequestKind | 'watch';

export interface Turn {
  /**
   * The answer is made, or waits for its client, or there will be none. Called once. A turn does not begin before a
   * client has sent all of its request, and does not last as long as a client takes to read.
   */
  done(): void;
}

export interface Turns {
  /**
   * A promise where the request waits in a queue, undefined where it is refused, which is for the caller to answer. The
   * caller gives the turn back at once where the request is over when its turn comes.
   */
  ask(user: UserInfo, attributes: RequestAttributes, work: Work): MaybePromise<Turn | undefined>;
}
