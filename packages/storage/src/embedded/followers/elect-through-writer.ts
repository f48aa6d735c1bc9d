/** Elections of a follower: the writer campaigns for it, and lets go when the follower's connection ends. */
import type { CandidateOptions, Elections, Leadership } from '../../contract/elections.ts';
import { StorageError } from '../../contract/errors.ts';
import type { Compare } from '../../contract/compare.ts';
import type { WriterCalls } from './call-writer.ts';

export function electThroughWriter(calls: WriterCalls): Elections {
  return {
    campaign: async (election, { identity, ttlSeconds, replacesNamesake, signal }: CandidateOptions) => {
      signal?.throwIfAborted();
      const { id, result } = calls.ask({ call: 'campaign', election, identity, ttlSeconds, replacesNamesake });
      const abandon = (): void => {
        calls.resign(id).catch(() => undefined);
      };
      signal?.addEventListener('abort', abandon);
      try {
        const fence = await result;
        signal?.throwIfAborted();
        return leadershipOf(calls, id, fence);
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', abandon);
      }
    },
    leader: (election) => calls.ask({ call: 'leader', election }).result,
  };
}

function leadershipOf(calls: WriterCalls, id: number, fence: Compare): Leadership {
  const ending = new AbortController();
  calls.followLeadership(id, (error) => ending.abort(error));
  let resigning: Promise<void> | undefined;
  return {
    signal: ending.signal,
    fence,
    isCurrent: () => !ending.signal.aborted,
    resign: () => {
      if (ending.signal.aborted) return resigning ?? Promise.resolve();
      ending.abort(new StorageError('notLeading', 'The leadership was resigned.'));
      return (resigning = calls.resign(id));
    },
  };
}
