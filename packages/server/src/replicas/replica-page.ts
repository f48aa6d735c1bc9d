/** The page that shows the replicas that are alive. */
import { sendPlainJson, type Page } from '@keelson/surface';

import type { KeptReplica } from './keep-replica.ts';

export function replicaPage(replica: Pick<KeptReplica, 'all'>): Page {
  return {
    path: '/debug/replicas',
    listed: () => [],
    answer: async (_request, response) => {
      sendPlainJson(response, { replicas: await replica.all() });
    },
  };
}
