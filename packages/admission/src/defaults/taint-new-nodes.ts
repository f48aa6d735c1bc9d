/** TaintNodesByCondition: taints new nodes, so that they get no pods before a controller finds them ready. */
import type { Node } from '@keelson/api';

import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf } from '../request.ts';

const key = 'node.kubernetes.io/not-ready';
const effect = 'NoSchedule';

export function taintNodesByCondition(): AdmissionPlugin {
  return {
    name: 'TaintNodesByCondition',
    admit: (request) => {
      if (!isAbout(request, '', 'nodes') || !isOneOf(request, 'create')) return undefined;
      const { spec } = objectOf<Node>(request);
      const taints = spec.taints ?? [];
      if (!taints.some((taint) => taint.key === key && taint.effect === effect)) {
        spec.taints = [...taints, { key, effect }];
      }
      return undefined;
    },
  };
}
