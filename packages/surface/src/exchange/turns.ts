/**
 * The interface of flow control: a complete request asks for its turn, is executed, and ends its turn. It asks after
 * impersonation and before authorization.
 */
import type { FlowRequest, RequestKind, SchemaInForce } from '@keelson/flowcontrol';
import type { ObjectRef } from '@keelson/meta';

/** A watch mostly waits, and is no work while it does. */
export type Work = FlowRequest['work'];

/** Limits and metrics tell these apart. */
export type { RequestKind } from '@keelson/flowcontrol';

export interface Turn {
  /** `undefined` where the turn came at once, else resolves to whether it came. Never rejects. */
  readonly waiting: Promise<boolean> | undefined;
  /**
   * The answer is made, or waits for a slow client, or there will be none: a request that still waits leaves its queue. A
   * turn does not begin before a client has sent all of its request, and does not last as long as a slow one takes to read.
   * Called once.
   */
  done(): void;
  /** For people: the flow of the request, and how long it waited. Absent where there are no flows. */
  describe?(): string;
}

export interface Turns {
  /** `undefined` for requests that are in no flow. */
  classify(request: FlowRequest): SchemaInForce | undefined;
  /** `undefined` refuses the request, which is for the caller to answer. */
  ask(request: FlowRequest, schema: SchemaInForce | undefined): Turn | undefined;
  /** A watch has begun. Returns the function that ends it, to be called once. */
  readonly watch?: ((watched: ObjectRef) => () => void) | undefined;
  /** Number of requests being executed, including those exempt from the limits. */
  count(kind: RequestKind): number;
  /** The most requests at once in the last whole second that were being executed, or that waited for their turn. */
  peak(kind: RequestKind, phase: 'executing' | 'waiting'): number;
}
