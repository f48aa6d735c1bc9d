/**
 * State machine of a pod on its node. All containers of a pod start, become ready and end together.
 *
 *     starting ─▶ initializing ─▶ running ──exit──▶ ended
 *         │                        ▲  └─restarts─▶ backingOff
 *         └─▶ stuck                └──────────────────┘
 */
import { runTimeOf, type PodBehaviour } from '../behaviour/pod-behaviour.ts';

export type RunStage = 'starting' | 'stuck' | 'initializing' | 'running' | 'backingOff' | 'ended';

/** Times in milliseconds since 1970. */
export interface Termination {
  readonly exitCode: number;
  readonly startedMs: number;
  readonly finishedMs: number;
}

export interface PodRun {
  readonly uid: string;
  readonly nodeName: string;
  readonly behaviour: PodBehaviour;
  readonly restartPolicy: string;
  readonly initContainers: number;
  /** The start time of the pod on the node, in milliseconds since 1970. */
  readonly beganMs: number;
  stage: RunStage;
  /** The end of the stage, on the monotonic clock. */
  untilMs: number;
  /** The time from which the containers are ready, on the monotonic clock. */
  readyFromMs: number;
  /** On the monotonic clock; infinite without `activeDeadlineSeconds`. */
  deadlineMs: number;
  initDone: number;
  initStartedMs: number;
  restarts: number;
  backoffMs: number;
  startedMs: number;
  /** The exit code of the present or next run of the containers. */
  exitCode: number;
  last: Termination | undefined;
  hasMissedDeadline: boolean;
  /** The time at which the containers stop, on the monotonic clock. Set when the deletion is seen. */
  stopsAtMs: number | undefined;
  /** The final delete was sent. The pod may still exist, held by finalizers. */
  isDeleted: boolean;
  /** The status that was written last, as JSON. */
  written: string | undefined;
  /** Status and transition time by condition type. */
  readonly transitions: Map<string, { readonly status: string; readonly since: string }>;
}

export interface Moment {
  /** On the monotonic clock. */
  readonly nowMs: number;
  /** In milliseconds since 1970. */
  readonly wallMs: number;
}

export interface RunRules {
  /** Converts simulated milliseconds to real ones. */
  readonly scale: (ms: number) => number;
  /** Called once for each run of the containers, when it begins. */
  readonly nextExitCode: (run: PodRun) => number;
}

export type RunEvent = 'started' | 'backedOff' | 'failedToPull' | 'backedOffPulling' | 'missedDeadline';

/** Takes the steps that are due, at most `stepsAtOnce` in a call, and returns their events. */
export function advance(run: PodRun, at: Moment, rules: RunRules): readonly RunEvent[] {
  const events: RunEvent[] = [];
  if (run.stage !== 'ended' && run.deadlineMs <= at.nowMs) {
    end(run, at, deadlineExitCode);
    run.hasMissedDeadline = true;
    return ['missedDeadline'];
  }
  for (let steps = 0; steps < stepsAtOnce && run.untilMs <= at.nowMs; steps += 1) {
    const event = step(run, at, rules);
    if (event !== undefined) events.push(event);
  }
  return events;
}

const deadlineExitCode = 137;
const stepsAtOnce = 20;

function step(run: PodRun, at: Moment, rules: RunRules): RunEvent | undefined {
  switch (run.stage) {
    case 'starting':
      if (run.behaviour.waitingReason === undefined) return initialize(run, at, rules);
      setStage(run, 'stuck', Infinity);
      return eventOfReason.get(run.behaviour.waitingReason);
    case 'initializing':
      run.initDone += 1;
      return initialize(run, at, rules);
    case 'backingOff':
      return start(run, at, rules);
    case 'running':
      return exit(run, at, rules);
    case 'stuck':
    case 'ended':
      run.untilMs = Infinity;
      return undefined;
  }
}

/** Of what kubelets tell in events. Before they back off, they have tried to pull. */
const eventOfReason: ReadonlyMap<string, RunEvent> = new Map([
  ['ErrImagePull', 'failedToPull'],
  ['ImagePullBackOff', 'backedOffPulling'],
]);

function setStage(run: PodRun, stage: RunStage, untilMs: number): void {
  run.stage = stage;
  run.untilMs = untilMs;
}

function initialize(run: PodRun, at: Moment, rules: RunRules): RunEvent | undefined {
  const initForMs = rules.scale(run.behaviour.initForMs);
  if (initForMs === 0) run.initDone = run.initContainers;
  if (run.initStartedMs === 0) run.initStartedMs = at.wallMs;
  if (run.initDone >= run.initContainers) return start(run, at, rules);
  setStage(run, 'initializing', at.nowMs + initForMs);
  return undefined;
}

function start(run: PodRun, at: Moment, { scale, nextExitCode }: RunRules): RunEvent {
  const { behaviour, restartPolicy } = run;
  run.exitCode = nextExitCode(run);
  run.startedMs = at.wallMs;
  run.readyFromMs = behaviour.isEverReady ? at.nowMs + scale(behaviour.readyAfterMs) : Infinity;
  setStage(run, 'running', at.nowMs + scale(runTimeOf(behaviour, restartPolicy, run.exitCode)));
  return 'started';
}

function exit(run: PodRun, at: Moment, { scale }: RunRules): RunEvent | undefined {
  const { exitCode, restartPolicy } = run;
  const isRestarted = restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && exitCode !== 0);
  if (!isRestarted) {
    end(run, at, exitCode);
    return undefined;
  }
  run.last = { exitCode, startedMs: run.startedMs, finishedMs: at.wallMs };
  run.restarts += 1;
  run.backoffMs = restartDelayMs(run.restarts);
  setStage(run, 'backingOff', at.nowMs + scale(run.backoffMs));
  return run.backoffMs === 0 ? undefined : 'backedOff';
}

/** The restart back-off of kubelets: none for the first restart, then 10 seconds, doubling up to five minutes. */
function restartDelayMs(restart: number): number {
  return restart <= 1 ? 0 : Math.min(10_000 * 2 ** Math.min(restart - 2, 10), 300_000);
}

/** Ends the containers, whatever they were doing. */
export function end(run: PodRun, { wallMs }: Moment, exitCode: number): void {
  run.exitCode = exitCode;
  run.last = { exitCode, startedMs: run.startedMs === 0 ? wallMs : run.startedMs, finishedMs: wallMs };
  setStage(run, 'ended', Infinity);
}

export function isRunReady(run: PodRun, nowMs: number): boolean {
  return run.stage === 'running' && run.readyFromMs <= nowMs;
}

/** The time of the next step; infinite if none is due without an event. */
export function nextMs(run: PodRun, nowMs: number): number {
  if (run.stage === 'ended') return Infinity;
  const readyMs = run.stage === 'running' && run.readyFromMs > nowMs ? run.readyFromMs : Infinity;
  return Math.min(run.untilMs, readyMs, run.deadlineMs);
}
