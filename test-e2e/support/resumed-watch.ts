/** A watch that is resumed from its last revision whenever its connection breaks. Knows the events it was sent alone. */
import type { TestClient } from '@keelson/testkit/client';

export interface SeenEvent {
  readonly type: string;
  readonly name: string;
  readonly revision: number;
}

export interface ResumedWatch {
  readonly events: readonly SeenEvent[];
  /** Resolves when the watch has been told to end and its last response is over. */
  readonly over: Promise<void>;
  resumptions(): number;
}

interface WireEvent {
  readonly type: string;
  readonly object: { readonly metadata: { readonly name: string; readonly resourceVersion: string } };
}

export interface WatchResumedOptions {
  readonly client: TestClient;
  /** With its query, which names no revision. */
  readonly path: string;
  readonly after: number;
  readonly goesOn: () => boolean;
}

export function watchResumed({ client, path, after, goesOn }: WatchResumedOptions): ResumedWatch {
  const events: SeenEvent[] = [];
  let last = after;
  let resumptions = -1;
  const take = (body: string): void => {
    // What follows the last newline was cut off.
    for (const line of body.split('\n').slice(0, -1)) {
      const { type, object } = JSON.parse(line) as WireEvent;
      if (type === 'ERROR') throw new Error(`the watch ended with ${line}`);
      last = Number(object.metadata.resourceVersion);
      if (type !== 'BOOKMARK') events.push({ type, name: object.metadata.name, revision: last });
    }
  };
  const run = async (): Promise<void> => {
    while (goesOn()) {
      resumptions += 1;
      const query = `watch=true&timeoutSeconds=3&allowWatchBookmarks=true&resourceVersion=${String(last)}`;
      const answer = await client.ask(`${path}?${query}`, { allowsPartial: true }).catch(() => undefined);
      if (answer !== undefined && answer.status !== 200) throw new Error(answer.body);
      if (answer !== undefined) take(answer.body);
    }
  };
  return { events, over: run(), resumptions: () => resumptions };
}
