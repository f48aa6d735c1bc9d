/** A follower's calls of the writer of its store. */
import type { Duplex } from 'node:stream';

import { closedError, StorageError } from '../../contract/errors.ts';
import { createFollowedLeaderships } from './followed-leaderships.ts';
import { openMessageStream } from './message-stream.ts';
import {
  uncarryError,
  type CallResults,
  type FollowerCall,
  type FollowerMessage,
  type WriterMessage,
} from './messages.ts';

export interface AskedCall<Result> {
  readonly id: number;
  readonly result: Promise<Result>;
}

export interface WriterCalls {
  ask<Call extends FollowerCall>(call: Call): AskedCall<CallResults[Call['call']]>;
  /** Resolves when the campaign or the leadership of this call has ended. */
  resign(id: number): Promise<void>;
  /** `onEnded` is called when the leadership of this call has ended by itself. */
  followLeadership(id: number, onEnded: (error: StorageError) => void): void;
  /** Calls under way are settled first, but campaigns, which end. */
  close(): Promise<void>;
}

interface Pending {
  readonly isCampaign: boolean;
  readonly resolve: (result: CallResults[FollowerCall['call']]) => void;
  readonly reject: (error: StorageError) => void;
}

export function callWriter(stream: Duplex, onRevision: () => void): WriterCalls {
  const pending = new Map<number, Pending>();
  const leaderships = createFollowedLeaderships();
  let lastId = 0;
  let end: StorageError | undefined;
  let onSettled: () => void = () => undefined;

  const settle = (id: number): Pending | undefined => {
    const found = pending.get(id);
    pending.delete(id);
    if (pending.size === 0) onSettled();
    return found;
  };
  const endAll = (error: StorageError, isConcerned: (each: Pending) => boolean): void => {
    end ??= error;
    for (const [id, each] of [...pending]) if (isConcerned(each)) settle(id)?.reject(error);
    leaderships.endAll(error);
  };

  const messages = openMessageStream<FollowerMessage, WriterMessage>(stream, (message) => {
    switch (message.kind) {
      case 'result':
        return settle(message.id)?.resolve(message.result);
      case 'failure':
        return settle(message.id)?.reject(uncarryError(message.failure));
      case 'leadershipEnded':
        return leaderships.end(message.id, uncarryError(message.failure));
      case 'resigned':
        return leaderships.resigned(message.id);
      case 'revision':
        return onRevision();
    }
  });
  stream.on('error', () => stream.destroy());
  stream.once('close', () => endAll(writerGone(), () => true));

  return {
    ask: <Call extends FollowerCall>(call: Call) => {
      lastId += 1;
      const id = lastId;
      const result = new Promise<CallResults[FollowerCall['call']]>((resolve, reject) => {
        if (end !== undefined) return reject(end);
        pending.set(id, { isCampaign: call.call === 'campaign', resolve, reject });
        messages.send({ kind: 'call', id, call });
      });
      // The writer answers each call with the result of its name.
      return { id, result: result as Promise<CallResults[Call['call']]> };
    },
    resign: (id) => {
      if (end !== undefined) return Promise.resolve();
      messages.send({ kind: 'resign', id });
      return leaderships.whenResigned(id);
    },
    followLeadership: (id, onEnded) => {
      if (end === undefined) leaderships.follow(id, onEnded);
      else onEnded(end);
    },
    close: async () => {
      endAll(closedError(), ({ isCampaign }) => isCampaign);
      if (pending.size > 0) await new Promise<void>((resolve) => (onSettled = resolve));
      messages.end();
    },
  };
}

function writerGone(): StorageError {
  return new StorageError('unavailable', 'The process that writes the store has ended.', { applied: 'unknown' });
}
