/** Sets the priority of a pod from its PriorityClass; clients cannot choose the number. One class can be default. */
import type { Pod, PriorityClass } from '@keelson/api';
import type { Lister } from '@keelson/informers';
import type { Status } from '@keelson/meta';

import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, oldObjectOf, refuse } from '../request.ts';
import type { Listers } from '../listers.ts';

type Policy = NonNullable<Pod['spec']['preemptionPolicy']>;

interface Computed {
  readonly className: string;
  readonly priority: number;
  readonly policy: Policy;
}

const usualPolicy: Policy = 'PreemptLowerPriority';

export function priority(listers: Listers): AdmissionPlugin {
  const classes = listers.lister<PriorityClass>('scheduling', 'priorityclasses');
  return {
    name: 'Priority',
    admit: (request) => {
      if (!isAbout(request, '', 'pods')) return undefined;
      if (isOneOf(request, 'create')) return setPriority(classes, request);
      if (isOneOf(request, 'update')) keepPriority(request);
      return undefined;
    },
    validate: (request) => {
      const isWritten = isAbout(request, 'scheduling', 'priorityclasses') && isOneOf(request, 'create', 'update');
      return isWritten ? checkDefault(classes, request) : undefined;
    },
  };
}

async function setPriority(classes: Lister<PriorityClass>, request: AdmissionRequest): Promise<Status | undefined> {
  const { spec } = objectOf<Pod>(request);
  const asked = spec.priorityClassName ?? '';
  const computed = await (asked === '' ? defaultPriority(classes) : priorityOf(classes, asked));
  if (computed === undefined) return refuse(request, `no PriorityClass with name ${asked} was found`);
  const by = 'priority admission controller computed';
  if (spec.priority !== undefined && spec.priority !== computed.priority) {
    const given = `the integer value of priority (${spec.priority}) must not be provided in pod spec`;
    return refuse(request, `${given}; ${by} ${computed.priority} from the given PriorityClass name`);
  }
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== computed.policy) {
    const given = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec`;
    return refuse(request, `${given}; ${by} ${computed.policy} from the given PriorityClass name`);
  }
  if (computed.className !== '') spec.priorityClassName = computed.className;
  spec.priority = computed.priority;
  spec.preemptionPolicy = computed.policy;
  return undefined;
}

/** The lowest of several defaults counts: concurrent creates can both succeed. */
async function defaultPriority(classes: Lister<PriorityClass>): Promise<Computed> {
  const [lowest] = (await classes.list())
    .map(({ object }) => object)
    .filter(({ globalDefault }) => globalDefault === true)
    .toSorted((a, b) => a.value - b.value);
  return lowest === undefined ? { className: '', priority: 0, policy: usualPolicy } : computedFrom(lowest);
}

async function priorityOf(classes: Lister<PriorityClass>, name: string): Promise<Computed | undefined> {
  const found = await classes.get({ name });
  return found && computedFrom(found.object);
}

function computedFrom({ metadata, value, preemptionPolicy }: PriorityClass): Computed {
  return { className: metadata.name ?? '', priority: value, policy: preemptionPolicy ?? usualPolicy };
}

/** An update without priority keeps the stored one; validation rejects one that changes it. */
function keepPriority(request: AdmissionRequest): void {
  const { spec } = objectOf<Pod>(request);
  const old = oldObjectOf<Pod>(request).spec;
  if (spec.priority === undefined && old.priority !== undefined) spec.priority = old.priority;
  if (spec.preemptionPolicy === undefined && old.preemptionPolicy !== undefined) {
    spec.preemptionPolicy = old.preemptionPolicy;
  }
}

async function checkDefault(classes: Lister<PriorityClass>, request: AdmissionRequest): Promise<Status | undefined> {
  const { metadata, globalDefault } = objectOf<PriorityClass>(request);
  if (globalDefault !== true) return undefined;
  const other = (await classes.list()).find(
    ({ object, name }) => object.globalDefault === true && name !== metadata.name,
  );
  if (other === undefined) return undefined;
  const { name } = other;
  return refuse(request, `PriorityClass ${name} is already marked as default. Only one default can exist`);
}
