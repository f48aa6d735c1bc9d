/**
 * The writer's side of a follower: carries out its writes and its campaigns, and tells it when the store has advanced. What
 * the follower leads ends with its connection.
 */
import type { Duplex } from 'node:stream';

import type { Leadership } from '../../contract/elections.ts';
import type { Storage } from '../../contract/storage.ts';
import { openMessageStream, type MessageStream } from './message-stream.ts';
import {
  carryError,
  type CallResults,
  type FollowerCall,
  type FollowerMessage,
  type WriterMessage,
} from './messages.ts';

export interface ServedFollower {
  /** To be called after a commit. */
  tellRevision(): void;
}

export function serveFollower(storage: Storage, stream: Duplex, onGone: () => void): ServedFollower {
  const campaigns = new Map<number, AbortController>();
  const leaderships = new Map<number, Leadership>();
  const messages: MessageStream<WriterMessage> = openMessageStream(stream, (message: FollowerMessage) => {
    if (message.kind === 'resign') return resign(message.id);
    const { id } = message;
    carryOut(id, message.call).then(
      (result) => messages.send({ kind: 'result', id, result }),
      (error: unknown) => messages.send({ kind: 'failure', id, failure: carryError(error) }),
    );
  });

  const resign = (id: number): void => {
    campaigns.get(id)?.abort();
    const leadership = leaderships.get(id);
    leaderships.delete(id);
    const over = (): void => messages.send({ kind: 'resigned', id });
    (leadership?.resign() ?? Promise.resolve()).then(over, over);
  };
  const campaign = async (id: number, call: FollowerCall & { readonly call: 'campaign' }) => {
    const { election, identity, ttlSeconds, replacesNamesake = false } = call;
    const giveUp = new AbortController();
    campaigns.set(id, giveUp);
    try {
      const { signal } = giveUp;
      const options = { identity, signal, replacesNamesake, ...(ttlSeconds !== undefined && { ttlSeconds }) };
      const leadership = await storage.elections.campaign(election, options);
      leaderships.set(id, leadership);
      leadership.signal.addEventListener('abort', () => {
        // One that was resigned is not there any more.
        if (!leaderships.delete(id)) return;
        messages.send({ kind: 'leadershipEnded', id, failure: carryError(leadership.signal.reason) });
      });
      return leadership.fence;
    } finally {
      campaigns.delete(id);
    }
  };
  const carryOut = async (id: number, call: FollowerCall): Promise<CallResults[FollowerCall['call']]> =>
    call.call === 'campaign' ? campaign(id, call) : change(storage, call);

  const leaveAll = (): void => {
    for (const giveUp of campaigns.values()) giveUp.abort();
    for (const leadership of [...leaderships.values()]) leadership.resign().catch(() => undefined);
    onGone();
  };
  stream.on('error', () => stream.destroy());
  stream.once('close', leaveAll);
  return { tellRevision: () => messages.send({ kind: 'revision' }) };
}

async function change(
  storage: Storage,
  call: Exclude<FollowerCall, { readonly call: 'campaign' }>,
): Promise<CallResults[FollowerCall['call']]> {
  switch (call.call) {
    case 'create':
      return storage.create(call.key, call.value, call.options);
    case 'update':
      return storage.update(call.key, call.value, call.revision, call.options);
    case 'delete':
      return storage.delete(call.key, call.revision, call.options);
    case 'compact':
      await storage.compact(call.revision);
      return undefined;
    case 'leader':
      return storage.elections.leader(call.election);
  }
}
