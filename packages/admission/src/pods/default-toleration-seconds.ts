/** Pods tolerate a not-ready or unreachable node for five minutes by default. */
import type { Pod } from '@keelson/api';

import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf } from '../request.ts';

const seconds = 300;
const effect = 'NoExecute';
const conditions = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

export function defaultTolerationSeconds(): AdmissionPlugin {
  return {
    name: 'DefaultTolerationSeconds',
    admit: (request) => {
      if (!isAbout(request, '', 'pods') || !isOneOf(request, 'create', 'update')) return undefined;
      const { spec } = objectOf<Pod>(request);
      const own = spec.tolerations ?? [];
      const missing = conditions.filter(
        (condition) =>
          !own.some(
            (each) => ['', undefined, condition].includes(each.key) && ['', undefined, effect].includes(each.effect),
          ),
      );
      if (missing.length === 0) return undefined;
      const added = missing.map((key) => ({ key, operator: 'Exists', effect, tolerationSeconds: seconds }) as const);
      spec.tolerations = [...own, ...added];
      return undefined;
    },
  };
}
