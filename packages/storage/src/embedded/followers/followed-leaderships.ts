/** The leaderships of a follower, by the calls that began them: their ends, and who is to be told. */
import type { StorageError } from '../../contract/errors.ts';

export interface FollowedLeaderships {
  follow(id: number, onEnded: (error: StorageError) => void): void;
  /** The leadership has ended by itself. */
  end(id: number, error: StorageError): void;
  /** Resolves when the writer has let go. */
  whenResigned(id: number): Promise<void>;
  resigned(id: number): void;
  endAll(error: StorageError): void;
}

export function createFollowedLeaderships(): FollowedLeaderships {
  const followed = new Map<number, (error: StorageError) => void>();
  /** They ended before anybody followed them. */
  const endedEarly = new Map<number, StorageError>();
  const resigning = new Map<number, () => void>();

  const end = (id: number, error: StorageError): void => {
    const onEnded = followed.get(id);
    followed.delete(id);
    if (onEnded === undefined) endedEarly.set(id, error);
    else onEnded(error);
  };
  const resigned = (id: number): void => {
    resigning.get(id)?.();
    resigning.delete(id);
  };
  return {
    follow: (id, onEnded) => {
      const error = endedEarly.get(id);
      endedEarly.delete(id);
      if (error === undefined) followed.set(id, onEnded);
      else onEnded(error);
    },
    end,
    whenResigned: (id) => {
      followed.delete(id);
      endedEarly.delete(id);
      return new Promise((resolve) => resigning.set(id, resolve));
    },
    resigned,
    endAll: (error) => {
      for (const id of [...followed.keys()]) end(id, error);
      for (const id of [...resigning.keys()]) resigned(id);
    },
  };
}
