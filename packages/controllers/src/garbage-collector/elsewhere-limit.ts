/** A limit of examinations under way of the objects of one kind of another server, which may not answer: others go on. */
import type { RegisteredResource } from '@keelson/informers';

import type { Examination } from './examine-object.ts';
import type { GraphNode } from './graph-node.ts';

export interface ElsewhereLimit {
  run(node: GraphNode, examine: () => Promise<Examination>): Promise<Examination>;
}

const mostAtOnce = 8;
const laterMs = 200;

export function createElsewhereLimit(): ElsewhereLimit {
  const underWay = new Map<RegisteredResource, number>();
  return {
    run: async ({ place }, examine) => {
      if (place.isElsewhere !== true) return examine();
      const before = underWay.get(place) ?? 0;
      if (before >= mostAtOnce) return { requeueAfterMs: laterMs };
      underWay.set(place, before + 1);
      try {
        return await examine();
      } finally {
        const left = (underWay.get(place) ?? 1) - 1;
        if (left > 0) underWay.set(place, left);
        else underWay.delete(place);
      }
    },
  };
}
