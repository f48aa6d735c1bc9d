/** A one-line summary of a pod, from the statuses of its containers. */
import { printAge } from '../../printing/age.ts';
import type { ContainerState, ContainerStatus } from './container-status.ts';
import type { Pod } from './pod.ts';

export interface PodSummary {
  readonly state: string;
  readonly ready: number;
  readonly restarts: number;
  /** When a container last ended before it was restarted. */
  readonly lastRestart: string | undefined;
}

export function summarizePod(pod: Pod): PodSummary {
  const { initContainerStatuses = [], containerStatuses = [] } = pod.status;
  const starting = findInitProblem(initContainerStatuses, pod.spec.initContainers?.length ?? 0);
  const own = { state: pod.status.reason ?? pod.status.phase ?? '', ready: 0 };
  if (starting !== undefined) {
    const begun = initContainerStatuses.slice(0, starting.index + 1);
    return { ...own, state: starting.state, restarts: countRestarts(begun), lastRestart: findLastEnd(begun) };
  }
  const running = containerStatuses.filter(
    ({ ready, state }) => findProblem(state) === undefined && ready && state.running !== undefined,
  );
  // The first container with a problem determines the summary.
  const problem = containerStatuses.map(({ state }) => findProblem(state)).find((found) => found !== undefined);
  const state = problem === 'Completed' && running.length > 0 ? printPartial(pod) : (problem ?? own.state);
  const lastRestart = findLastEnd([...initContainerStatuses, ...containerStatuses]);
  return { state, ready: running.length, restarts: countRestarts(containerStatuses), lastRestart };
}

export function printPodState(pod: Pod): string {
  if (pod.metadata.deletionTimestamp === undefined) return summarizePod(pod).state;
  return pod.status.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
}

export function printRestarts(pod: Pod, now: Date): string {
  const { restarts, lastRestart } = summarizePod(pod);
  return lastRestart === undefined ? String(restarts) : `${restarts} (${printAge(lastRestart, now)} ago)`;
}

interface Starting {
  readonly index: number;
  readonly state: string;
}

/** The init container that has yet to succeed. */
function findInitProblem(statuses: readonly ContainerStatus[], total: number): Starting | undefined {
  const index = statuses.findIndex(({ state }) => state.terminated?.exitCode !== 0);
  const state = statuses[index]?.state;
  if (state === undefined) return undefined;
  const { terminated, waiting } = state;
  const waitsFor = waiting?.reason ?? '';
  if (terminated !== undefined) return { index, state: `Init:${printEnd(terminated)}` };
  if (waitsFor !== '' && waitsFor !== 'PodInitializing') return { index, state: `Init:${waitsFor}` };
  return { index, state: `Init:${index}/${total}` };
}

function findProblem({ waiting, terminated }: ContainerState): string | undefined {
  if ((waiting?.reason ?? '') !== '') return waiting?.reason;
  return terminated === undefined ? undefined : printEnd(terminated);
}

function printEnd({ reason = '', signal = 0, exitCode }: NonNullable<ContainerState['terminated']>): string {
  if (reason !== '') return reason;
  return signal === 0 ? `ExitCode:${exitCode}` : `Signal:${signal}`;
}

/** Some containers are done, others run. */
function printPartial({ status }: Pod): string {
  const isReady = status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True');
  return isReady === true ? 'Running' : 'NotReady';
}

function countRestarts(statuses: readonly ContainerStatus[]): number {
  return statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
}

function findLastEnd(statuses: readonly ContainerStatus[]): string | undefined {
  const ends = statuses.flatMap(({ lastState }) => lastState.terminated?.finishedAt ?? []);
  return ends.sort().at(-1);
}
