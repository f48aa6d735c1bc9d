/** The statuses of the containers of a simulated pod. */
import type { Pod } from '@keelson/api';

import { secondsText } from '../../controller-clock.ts';
import type { CachedPod } from '../../dependents/pod-facts.ts';
import { isRunReady, type Moment, type PodRun, type Termination } from './pod-run.ts';

export function containerStatusesOf(pod: CachedPod, run: PodRun, { nowMs }: Moment): object[] {
  const { containers, initContainers = [] } = pod.object.spec;
  const ready = isRunReady(run, nowMs);
  return (containers ?? []).map(({ name, image = '' }) => {
    const id = containerIdOf(run, name);
    const hasStarted = run.startedMs > 0;
    const last = run.stage === 'ended' ? undefined : run.last;
    return {
      name,
      state: stateOf(pod, run, { name, image, hasInit: initContainers.length > 0 }),
      lastState:
        last === undefined ? {} : { terminated: terminatedOf(last, containerIdOf(run, name, run.restarts - 1)) },
      ready,
      restartCount: run.restarts,
      image,
      imageID: hasStarted ? imageIdOf(image) : '',
      ...(hasStarted && { containerID: id }),
      started: run.stage === 'running',
    };
  });
}

interface Described {
  readonly name: string;
  readonly image: string;
  readonly hasInit: boolean;
}

function stateOf(pod: CachedPod, run: PodRun, { name, image, hasInit }: Described): object {
  switch (run.stage) {
    case 'starting':
    case 'initializing':
      return { waiting: { reason: hasInit ? 'PodInitializing' : 'ContainerCreating' } };
    case 'stuck':
      return { waiting: wordStuck(run.behaviour.waitingReason ?? '', image) };
    case 'running':
      return { running: { startedAt: secondsText(run.startedMs) } };
    case 'backingOff':
      return { waiting: { reason: 'CrashLoopBackOff', message: wordBackoff(pod, run, name) } };
    case 'ended':
      return { terminated: terminatedOf(run.last, containerIdOf(run, name)) };
  }
}

function wordStuck(reason: string, image: string): object {
  if (reason === 'ImagePullBackOff') return { reason, message: wordPullBackoff(image) };
  return reason === 'ErrImagePull' ? { reason, message: wordPullFailure(image) } : { reason };
}

export function wordPullBackoff(image: string): string {
  return `Back-off pulling image "${image}"`;
}

/** As kubelets hand on the words of containerd where a registry lacks the image. */
export function wordPullFailure(image: string): string {
  const found = `failed to pull and unpack image "${image}": failed to resolve reference "${image}": ${image}: not found`;
  return `rpc error: code = NotFound desc = ${found}`;
}

function wordBackoff({ namespace, name, head }: CachedPod, { backoffMs }: PodRun, container: string): string {
  const seconds = backoffMs / 1_000;
  const delay = seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
  return `back-off ${delay} restarting failed container=${container} pod=${name}_${namespace}(${head.uid})`;
}

function terminatedOf(termination: Termination | undefined, containerID: string): object {
  const { exitCode, startedMs, finishedMs } = termination ?? { exitCode: 0, startedMs: 0, finishedMs: 0 };
  return {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    startedAt: secondsText(startedMs),
    finishedAt: secondsText(finishedMs),
    containerID,
  };
}

/** The statuses of the init containers: ended, running and waiting ones, in order. */
export function initStatusesOf({ initContainers = [] }: Pod['spec'], run: PodRun): object[] {
  const startedAt = secondsText(run.initStartedMs);
  return initContainers.map(({ name, image = '' }, index) => {
    const containerID = containerIdOf(run, name);
    const isDone = index < run.initDone;
    const isRunning = run.stage === 'initializing' && index === run.initDone;
    const hasStarted = isDone || isRunning;
    const waiting = { waiting: { reason: 'PodInitializing' } };
    const ended = { terminated: { exitCode: 0, reason: 'Completed', startedAt, finishedAt: startedAt, containerID } };
    return {
      name,
      state: isDone ? ended : isRunning ? { running: { startedAt } } : waiting,
      lastState: {},
      ready: isDone,
      restartCount: 0,
      image,
      imageID: hasStarted ? imageIdOf(image) : '',
      ...(hasStarted && { containerID }),
    };
  });
}

function containerIdOf({ uid, restarts }: PodRun, container: string, run = restarts): string {
  return `simulated://${uid}/${container}/${run}`;
}

function imageIdOf(image: string): string {
  return `simulated://${image}`;
}
