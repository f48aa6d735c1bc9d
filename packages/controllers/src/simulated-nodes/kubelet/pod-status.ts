/** The status of a pod on a simulated node, as kubelet 1.24 would report it, as a strategic merge patch. */
import type { Pod } from '@keelson/api';

import { secondsText } from '../../controller-clock.ts';
import type { CachedPod } from '../../dependents/pod-facts.ts';
import { containerStatusesOf, initStatusesOf } from './container-statuses.ts';
import { isRunReady, type Moment, type PodRun } from './pod-run.ts';

export interface Addresses {
  readonly hostIP: string;
  readonly podIP: string;
}

export function statusOf(pod: CachedPod, run: PodRun, { hostIP, podIP }: Addresses, at: Moment): object {
  const { spec } = pod.object;
  const phase = phaseOf(run);
  const hasAddress = run.stage !== 'starting' && run.stage !== 'stuck';
  const init = initStatusesOf(spec, run);
  const deadline = { reason: 'DeadlineExceeded', message: deadlineMessage };
  return {
    phase,
    conditions: conditionsOf(pod, run, at),
    hostIP,
    ...(hasAddress && { podIP, podIPs: [{ ip: podIP }] }),
    startTime: secondsText(run.beganMs),
    ...(init.length > 0 && { initContainerStatuses: init }),
    containerStatuses: containerStatusesOf(pod, run, at),
    ...(run.hasMissedDeadline && deadline),
  };
}

export const deadlineMessage = 'Pod was active on the node longer than the specified deadline';

function phaseOf({ stage, exitCode, hasMissedDeadline }: PodRun): 'Pending' | 'Running' | 'Succeeded' | 'Failed' {
  switch (stage) {
    case 'starting':
    case 'stuck':
    case 'initializing':
      return 'Pending';
    case 'running':
    case 'backingOff':
      return 'Running';
    case 'ended':
      return exitCode === 0 && !hasMissedDeadline ? 'Succeeded' : 'Failed';
  }
}

interface Verdict {
  readonly isTrue: boolean;
  readonly reason?: string;
  readonly message?: string;
}

function conditionsOf(pod: CachedPod, run: PodRun, { nowMs, wallMs }: Moment): object[] {
  const { spec, status } = pod.object;
  const containers = judgeContainers(spec, run, nowMs);
  const verdicts: readonly (readonly [string, Verdict])[] = [
    ['Initialized', judgeInitialized(spec, run)],
    ['Ready', containers.isTrue ? judgeGates(spec, status.conditions ?? []) : containers],
    ['ContainersReady', containers],
    ['PodScheduled', { isTrue: true }],
  ];
  const now = secondsText(wallMs);
  return verdicts.map(([type, { isTrue, reason = null, message = null }]) => {
    const holds = isTrue ? 'True' : 'False';
    const before = run.transitions.get(type);
    const since = before?.status === holds ? before.since : now;
    run.transitions.set(type, { status: holds, since });
    return { type, status: holds, lastProbeTime: null, lastTransitionTime: since, reason, message };
  });
}

const completed: Verdict = { isTrue: false, reason: 'PodCompleted' };

function judgeInitialized({ initContainers = [] }: Pod['spec'], run: PodRun): Verdict {
  if (phaseOf(run) === 'Succeeded') return { isTrue: true, reason: 'PodCompleted' };
  if (run.stage !== 'initializing' && run.initDone >= initContainers.length) return { isTrue: true };
  const names = initContainers.slice(run.initDone).map(({ name }) => name);
  if (names.length === 0) return { isTrue: true };
  const message = `containers with incomplete status: [${names.join(' ')}]`;
  return { isTrue: false, reason: 'ContainersNotInitialized', message };
}

function judgeContainers({ containers }: Pod['spec'], run: PodRun, nowMs: number): Verdict {
  if (isRunReady(run, nowMs)) return { isTrue: true };
  if (phaseOf(run) === 'Succeeded') return completed;
  const names = (containers ?? []).map(({ name }) => name).join(' ');
  return { isTrue: false, reason: 'ContainersNotReady', message: `containers with unready status: [${names}]` };
}

function judgeGates(
  { readinessGates = [] }: Pod['spec'],
  conditions: NonNullable<Pod['status']['conditions']>,
): Verdict {
  const messages = readinessGates.flatMap(({ conditionType }) => {
    const found = conditions.find(({ type }) => type === conditionType);
    if (found === undefined) {
      return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    }
    if (found.status === 'True') return [];
    return [`the status of pod readiness gate "${conditionType}" is not "True", but ${found.status}`];
  });
  if (messages.length === 0) return { isTrue: true };
  return { isTrue: false, reason: 'ReadinessGatesNotReady', message: messages.join(', ') };
}
