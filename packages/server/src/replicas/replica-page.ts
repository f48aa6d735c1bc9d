/** The page that shows the replicas that are alive. */
import { sendPlainJson, type Page } from '@keelson/surface';

import type { KeptReplica } from './keep-replica.ts';

/** `worker`: the index of this process among the workers of its replica; absent where it is the only one. */
export function replicaPage(replica: Pick<KeptReplica, 'all'>, worker: number | undefined): Page {
  return {
    path: '/debug/replicas',
    listed: () => [],
    answer: async (_request, response) => {
      sendPlainJson(response, { ...(worker !== undefined && { worker }), replicas: await replica.all() });
    },
  };
}
