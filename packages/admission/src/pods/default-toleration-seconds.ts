/** Pods tolerate a not-ready or unreachable node for a while: five minutes, unless the server is told another time. */
import type { Pod } from '@keelson/api';

import type { PluginParts } from '../plugin-parts.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf } from '../request.ts';

const fiveMinutes = { notReady: 300, unreachable: 300 };
const effect = 'NoExecute';

export function defaultTolerationSeconds({
  tolerationSeconds: { notReady, unreachable } = fiveMinutes,
}: Pick<PluginParts, 'tolerationSeconds'>): AdmissionPlugin {
  const conditions = [
    ['node.kubernetes.io/not-ready', notReady],
    ['node.kubernetes.io/unreachable', unreachable],
  ] as const;
  return {
    name: 'DefaultTolerationSeconds',
    admit: (request) => {
      if (!isAbout(request, '', 'pods') || !isOneOf(request, 'create', 'update')) return undefined;
      const { spec } = objectOf<Pod>(request);
      const own = spec.tolerations ?? [];
      const missing = conditions.filter(
        ([condition]) =>
          !own.some(
            (each) => ['', undefined, condition].includes(each.key) && ['', undefined, effect].includes(each.effect),
          ),
      );
      if (missing.length === 0) return undefined;
      const added = missing.map(
        ([key, tolerationSeconds]) => ({ key, operator: 'Exists', effect, tolerationSeconds }) as const,
      );
      spec.tolerations = [...own, ...added];
      return undefined;
    },
  };
}
