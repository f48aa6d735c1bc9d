/** Begins the run of a pod, or resumes from the pod's status a run that another leader began. */
import type { Pod } from '@keelson/api';

import type { PodBehaviour } from '../behaviour/pod-behaviour.ts';
import { runTimeOf } from '../behaviour/pod-behaviour.ts';
import type { CachedPod } from '../../dependents/pod-facts.ts';
import { type Moment, type PodRun, type RunRules } from './pod-run.ts';

export function beginRun(pod: CachedPod, behaviour: PodBehaviour, at: Moment, rules: RunRules): PodRun {
  const { spec, status } = pod.object;
  const beganMs = typeof status.startTime !== 'string' ? at.wallMs : Date.parse(status.startTime);
  const { activeDeadlineSeconds } = spec;
  const run: PodRun = {
    uid: pod.head.uid,
    nodeName: spec.nodeName ?? '',
    behaviour,
    restartPolicy: spec.restartPolicy ?? 'Always',
    initContainers: spec.initContainers?.length ?? 0,
    beganMs,
    stage: 'starting',
    untilMs: at.nowMs + rules.scale(behaviour.startAfterMs),
    readyFromMs: Infinity,
    deadlineMs:
      activeDeadlineSeconds === undefined
        ? Infinity
        : at.nowMs + beganMs + Number(activeDeadlineSeconds) * 1_000 - at.wallMs,
    initDone: 0,
    initStartedMs: 0,
    restarts: 0,
    backoffMs: 0,
    startedMs: 0,
    exitCode: 0,
    last: undefined,
    hasMissedDeadline: false,
    stopsAtMs: undefined,
    isDeleted: false,
    written: undefined,
    transitions: new Map(),
  };
  takeUp(run, status, at, rules);
  return run;
}

function takeUp(
  run: PodRun,
  { conditions = [], containerStatuses = [] }: Pod['status'],
  at: Moment,
  rules: RunRules,
): void {
  for (const { type, status, lastTransitionTime } of conditions) {
    if (typeof lastTransitionTime === 'string') run.transitions.set(type, { status, since: lastTransitionTime });
  }
  const [first] = containerStatuses;
  if (first === undefined) return;
  run.restarts = first.restartCount;
  const { terminated } = first.lastState;
  if (terminated !== undefined) {
    const [startedMs, finishedMs] = [timeOf(terminated.startedAt), timeOf(terminated.finishedAt)];
    run.last = { exitCode: terminated.exitCode, startedMs, finishedMs };
  }
  if (first.state.running === undefined) return;
  run.initDone = run.initContainers;
  run.startedMs = timeOf(first.state.running.startedAt);
  run.initStartedMs = run.startedMs;
  run.exitCode = rules.nextExitCode(run);
  run.stage = 'running';
  const beganAtMs = at.nowMs - Math.max(0, at.wallMs - run.startedMs);
  run.untilMs = beganAtMs + rules.scale(runTimeOf(run.behaviour, run.restartPolicy, run.exitCode));
  const { isEverReady, readyAfterMs } = run.behaviour;
  run.readyFromMs = isEverReady ? beganAtMs + rules.scale(readyAfterMs) : Infinity;
}

function timeOf(text: unknown): number {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? 0 : ms;
}
