/** RuntimeClass plugin: applies the overhead and the scheduling of a RuntimeClass to its pods. */
import type { Pod, RuntimeClass } from '@keelson/api';
import type { Lister } from '@keelson/informers';
import { compareQuantity } from '@keelson/meta';

import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, refuse } from '../request.ts';
import type { Listers } from '../listers.ts';
import { mergeTolerations } from './tolerations.ts';

type Quantities = Readonly<Record<string, string>>;

/** Undefined if the pod names no class; a string is an error message. */
type Found = RuntimeClass | undefined | string;

export function runtimeClass(listers: Listers): AdmissionPlugin {
  const classes = listers.lister<RuntimeClass>('node', 'runtimeclasses');
  return {
    name: 'RuntimeClass',
    concerns: (request) => isAbout(request, '', 'pods') && isOneOf(request, 'create'),
    admit: async (request) => {
      const pod = objectOf<Pod>(request);
      const found = await classOf(classes, pod);
      if (found === undefined) return undefined;
      const wrong = typeof found === 'string' ? found : (setOverhead(pod, found) ?? setScheduling(pod, found));
      return wrong === undefined ? undefined : refuse(request, wrong);
    },
    validate: async (request) => {
      const pod = objectOf<Pod>(request);
      const found = await classOf(classes, pod);
      const wrong = typeof found === 'string' ? found : checkOverhead(pod, found);
      return wrong === undefined ? undefined : refuse(request, wrong);
    },
  };
}

async function classOf(classes: Lister<RuntimeClass>, { spec }: Pod): Promise<Found> {
  const { runtimeClassName } = spec;
  if (runtimeClassName === undefined) return undefined;
  const found = await classes.get({ name: runtimeClassName });
  return found?.object ?? `pod rejected: RuntimeClass "${runtimeClassName}" not found`;
}

const otherOverhead = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

function setOverhead({ spec }: Pod, { overhead }: RuntimeClass): string | undefined {
  if (overhead === undefined) return undefined;
  const fixed = overhead.podFixed ?? {};
  if (spec.overhead !== undefined && !areSame(spec.overhead, fixed)) return otherOverhead;
  spec.overhead = { ...fixed };
  return undefined;
}

function checkOverhead({ spec }: Pod, found: RuntimeClass | undefined): string | undefined {
  if (found?.overhead !== undefined) {
    return areSame(spec.overhead ?? {}, found.overhead.podFixed ?? {}) ? undefined : otherOverhead;
  }
  if (Object.keys(spec.overhead ?? {}).length === 0) return undefined;
  return 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';
}

function areSame(a: Quantities, b: Quantities): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => b[name] !== undefined && compareQuantity(a[name] ?? '0', b[name]) === 0);
}

function setScheduling({ spec }: Pod, { scheduling }: RuntimeClass): string | undefined {
  if (scheduling === undefined) return undefined;
  const { nodeSelector = {}, tolerations = [] } = scheduling;
  for (const [label, value] of Object.entries(nodeSelector)) {
    const own = spec.nodeSelector?.[label];
    if (own === undefined || own === value) continue;
    const ours = `runtimeClass.scheduling.nodeSelector[${label}] = ${value}`;
    return `conflict: ${ours}; pod.spec.nodeSelector[${label}] = ${own}`;
  }
  if (Object.keys(nodeSelector).length > 0) spec.nodeSelector = { ...spec.nodeSelector, ...nodeSelector };
  // Copies, for those of the class are shared and the pod may be changed.
  const added = tolerations.map((toleration) => ({ ...toleration }));
  const merged = mergeTolerations(spec.tolerations ?? [], added);
  if (merged.length > 0) spec.tolerations = merged;
  return undefined;
}
