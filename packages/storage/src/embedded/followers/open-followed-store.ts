/** Opens the embedded store to write it, for this process and for others that follow it. */
import type { Duplex } from 'node:stream';

import type { Storage } from '../../contract/storage.ts';
import { openWriter, type EmbeddedOptions } from '../open-embedded.ts';
import { createRevisionMark } from './revision-mark.ts';
import { serveFollower, type ServedFollower } from './serve-follower.ts';

export interface FollowedStore {
  readonly storage: Storage;
  /** For followers to inherit, which read the newest revision from it. */
  readonly markDescriptor: number;
  /** Serves a follower until its stream ends. */
  serve(stream: Duplex): void;
  /** Closes the store. To be called once all followers have ended. */
  close(): Promise<void>;
}

/** Fails as `openEmbedded`. */
export async function openFollowedStore(options: EmbeddedOptions): Promise<FollowedStore> {
  const followers = new Set<ServedFollower>();
  let tellNewest: (revision: number) => void = () => undefined;
  const { storage, forgetDeadReaders } = await openWriter({
    ...options,
    onRevision: (revision) => tellNewest(revision),
  });
  const mark = createRevisionMark(options.path);
  let isTelling = false;
  const tell = (): void => {
    isTelling = false;
    for (const follower of followers) follower.tellRevision();
  };
  tellNewest = (revision) => {
    mark.write(revision);
    // Commits that follow each other closely are told once.
    if (!isTelling) setImmediate(tell);
    isTelling = true;
  };
  mark.write(storage.revisionAtHand() ?? 0);
  return {
    storage,
    markDescriptor: mark.descriptor,
    serve: (stream) => {
      const follower = serveFollower(storage, stream, () => {
        followers.delete(follower);
        forgetDeadReaders();
      });
      followers.add(follower);
    },
    close: async () => {
      await storage.close();
      mark.close();
    },
  };
}
