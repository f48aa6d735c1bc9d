/** Metrics of OpenAPI documents: the changes of definitions after which they are written anew. */
import { boundLabel, type Metrics } from '@keelson/telemetry';

import { versionsOf, type Definition } from '../definition/definition.ts';

export interface OpenapiMetrics {
  /** A definition has come, or has changed. A change of its status alone is none. */
  note(definition: Definition): void;
  /** It is gone. */
  forget(name: string): void;
}

/** The parts that are counted when a definition goes: reading it once more would cost as much as all it defines. */
interface Noted {
  readonly generation: unknown;
  readonly group: string;
  readonly versions: readonly string[];
}

/** Names of definitions beyond these are counted together: definitions come and go. */
const maxNames = 500;

export function createOpenapiMetrics(metrics: Pick<Metrics, 'counter'>): OpenapiMetrics {
  const v2 = metrics.counter({
    name: 'apiextensions_openapi_v2_regeneration_count',
    help: 'Counter of OpenAPI v2 spec regeneration count broken down by causing CRD name and reason.',
    labels: ['crd', 'reason'],
    stability: 'ALPHA',
  });
  const v3 = metrics.counter({
    name: 'apiextensions_openapi_v3_regeneration_count',
    help: 'Counter of OpenAPI v3 spec regeneration count broken down by group, version, causing CRD and reason.',
    labels: ['crd', 'group', 'reason', 'version'],
    stability: 'ALPHA',
  });
  const labelOf = boundLabel(maxNames);
  const noted = new Map<string, Noted>();
  const count = (name: string, { group, versions }: Noted, reason: 'add' | 'remove' | 'update'): void => {
    const crd = labelOf(name);
    v2.add({ crd, reason });
    for (const version of versions) {
      v3.add(crd === name ? { crd, group, reason, version } : { crd, group: crd, reason, version: crd });
    }
  };
  return {
    note: (definition) => {
      const { name = '', generation } = definition.metadata;
      const before = noted.get(name);
      if (before !== undefined && String(before.generation) === String(generation)) return;
      const versions = versionsOf(definition).flatMap((version) => (version.served ? [version.name] : []));
      const now = { generation, group: definition.spec.group, versions };
      noted.set(name, now);
      count(name, now, before === undefined ? 'add' : 'update');
    },
    forget: (name) => {
      const last = noted.get(name);
      if (last === undefined) return;
      noted.delete(name);
      count(name, last, 'remove');
    },
  };
}
