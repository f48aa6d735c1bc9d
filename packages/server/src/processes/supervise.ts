/**
 * The supervisor of a replica: starts its worker processes, hands them connections, replaces those that die, and stops
 * them together. It refuses to know what they serve.
 *
 *     first one starts ──ready──▶ the others start ──all ready──▶ serving ──stop──▶ all stop
 *            │                        │  ▲                       │  ▲
 *            └─ it ends ─▶ the end    └──┘                       └──┘ one ends: another takes its place
 *
 * The first worker is alone until it is ready: it makes what is made once, such as certificates and first objects. From
 * then on it serves clients, so that the end of one that starts beside it is no reason to stop.
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import type { Logger, Metrics } from '@keelson/telemetry';

import { createFrontDoor, type FrontDoor } from './front-door.ts';
import type { Seat } from './hand-out.ts';
import {
  isWorkerMessage,
  type ReadyPlace,
  type SupervisorMessage,
  type WorkerMessage,
  type WorkerPlace,
} from './messages.ts';
import { createReplicaMetrics, type ReplicaMetrics } from './replica-metrics.ts';
import { nextRestartMs } from './restart-delay.ts';
import { countReplacements } from './worker-metrics.ts';

export interface SuperviseOptions {
  readonly workers: number;
  /** Starts a process with a channel for messages. */
  readonly start: (place: WorkerPlace) => ChildProcess;
  /** The metrics of this process, which are shown with those of its workers. */
  readonly metrics: Pick<Metrics, 'print' | 'counter'>;
  readonly logger: Logger;
  /** The longest that a worker may take to stop, once it is told to. Beyond that it is killed. */
  readonly stopsWithinMs: number;
  /** The time between two requests for the metrics of workers. */
  readonly betweenMetricsMs?: number;
}

/** A worker that is killed loses its counts since its last answer to this request. */
const usualBetweenMetricsMs = 5_000;
/**
 * A worker that leaves so many requests in a row unanswered hangs: its clients wait, and so do the controllers if it has
 * them. They are counted, and not timed: a machine that was suspended has not asked meanwhile.
 */
const mostUnanswered = 6;
/** Once requests under way are waited for no longer. */
const cutOffMs = 5_000;

export interface SupervisedReplica {
  /** Resolves when all workers serve for the first time; never, if the first one ends before it serves. */
  readonly ready: Promise<ReadyPlace>;
  /** Resolves when all workers have ended: with the exit code of the one that could not start, else with 0. */
  readonly ended: Promise<number>;
  /** Requests finish, and all workers end. */
  stop(): void;
  /** Waits for requests under way no longer. */
  cutOff(): void;
  /** Ends the workers at once. */
  kill(): void;
}

interface Worker {
  readonly index: number;
  readonly child: ChildProcess;
  seat?: Seat | undefined;
  isReady: boolean;
  /** Requests for metrics since its last message. */
  unanswered: number;
}

interface Standing {
  readonly options: SuperviseOptions;
  readonly identity: string;
  readonly door: FrontDoor;
  readonly metrics: ReplicaMetrics<Worker>;
  readonly countReplaced: () => void;
  /** By their indexes. */
  readonly workers: Map<number, Worker>;
  /** Starts in a row that ended before the worker was ready, by index. */
  readonly failures: Map<number, number>;
  readonly restarts: Set<NodeJS.Timeout>;
  main: Worker | undefined;
  /** The first worker has been ready. */
  hasServed: boolean;
  /** All of them have been, together. */
  hasBeenWhole: boolean;
  isStopping: boolean;
  /** Kills those that do not stop in time. */
  deadline: NodeJS.Timeout | undefined;
  exitCode: number;
  readonly settleReady: (place: ReadyPlace) => void;
  readonly settleEnded: (exitCode: number) => void;
}

export function supervise(options: SuperviseOptions): SupervisedReplica {
  let settleReady: Standing['settleReady'] = () => undefined;
  let settleEnded: Standing['settleEnded'] = () => undefined;
  const ready = new Promise<ReadyPlace>((resolve) => (settleReady = resolve));
  const ended = new Promise<number>((resolve) => (settleEnded = resolve));
  const replacements = countReplacements(options.metrics);
  const standing: Standing = {
    options,
    countReplaced: () => replacements.add({}),
    identity: `${hostname()}_${randomUUID()}`,
    door: createFrontDoor(),
    metrics: createReplicaMetrics({
      ask: (worker: Worker) => tell(worker, { kind: 'giveMetrics' }),
      printOwn: async () => (await options.metrics.print()).text,
    }),
    workers: new Map(),
    failures: new Map(),
    restarts: new Set(),
    main: undefined,
    hasServed: false,
    hasBeenWhole: false,
    isStopping: false,
    deadline: undefined,
    exitCode: 0,
    settleReady,
    settleEnded,
  };
  startWorker(standing, 0);
  const { betweenMetricsMs = usualBetweenMetricsMs } = options;
  const asking = setInterval(() => askForMetrics(standing), betweenMetricsMs).unref();
  const rest = (): void => {
    clearInterval(asking);
    clearTimeout(standing.deadline);
  };
  ended.then(rest, rest);
  return {
    ready,
    ended,
    stop: () => stopAll(standing),
    cutOff: () => {
      tellAll(standing, { kind: 'cutOff' });
      killAfter(standing, cutOffMs);
    },
    kill: () => killAll(standing),
  };
}

function startWorker(standing: Standing, index: number): void {
  const { options, identity, workers } = standing;
  const child = options.start({ index, workers: options.workers, identity });
  const worker: Worker = { index, child, isReady: false, unanswered: 0 };
  workers.set(index, worker);
  child.on('message', (message: unknown) => take(standing, worker, message));
  // A process that could not be started has an error and no exit.
  child.once('error', (error) => options.logger.error('a worker process failed', { error, index }));
  child.once('close', (code, signal) => onEnded(standing, worker, { code, signal }));
  if (standing.main === undefined) makeMain(standing, worker);
}

function askForMetrics({ workers, options, isStopping }: Standing): void {
  for (const worker of workers.values()) {
    const { index, child } = worker;
    if (!worker.isReady) continue;
    if (worker.unanswered === mostUnanswered && !isStopping) {
      options.logger.error('a worker process does not answer, and is killed', { index, requests: mostUnanswered });
      child.kill('SIGKILL');
    }
    worker.unanswered += 1;
    tell(worker, { kind: 'giveMetrics' });
  }
}

type MetricsRequest = Extract<WorkerMessage, { readonly kind: 'collectMetrics' }>;

function makeMain(standing: Standing, worker: Worker): void {
  standing.main = worker;
  tell(worker, { kind: 'main' });
}

function take(standing: Standing, worker: Worker, message: unknown): void {
  if (!isWorkerMessage(message)) return;
  worker.unanswered = 0;
  switch (message.kind) {
    case 'listen':
      standing.door.open(message.bindAddress, message.port).then(
        (answer) => admit(standing, worker, answer),
        () => undefined,
      );
      return;
    case 'taken':
      return worker.seat?.taken(message.id);
    case 'declined':
      return worker.seat?.declined(message.id);
    case 'closed':
      return worker.seat?.closed(message.count);
    case 'noMoreConnections':
      worker.seat?.leave(false);
      if (standing.isStopping && !standing.door.handOut.isOpen()) standing.door.close();
      return;
    case 'alive':
      return;
    case 'metrics':
      return standing.metrics.take(worker, message.text);
    case 'collectMetrics':
      return collectMetrics(standing, worker, message);
    case 'ready':
      return onReady(standing, worker, message);
  }
}

function collectMetrics({ workers, metrics }: Standing, asker: Worker, { id, own }: MetricsRequest): void {
  const others = [...workers.values()].filter((worker) => worker !== asker && worker.isReady);
  metrics.collect(asker, own, others).then(
    (texts) => tell(asker, { kind: 'metricsOfOthers', id, texts }),
    () => tell(asker, { kind: 'metricsOfOthers', id, texts: [] }),
  );
}

/** Connections follow the answer that the replica listens. */
function admit(standing: Standing, worker: Worker, answer: SupervisorMessage): void {
  tell(worker, answer);
  if (answer.kind !== 'listening' || !isAlive(worker)) return;
  worker.seat = standing.door.handOut.add((id, socket) => {
    // Sent to a worker that is gone, it is handed out again when the end of the worker is known.
    worker.child.send({ kind: 'connection', id }, socket, { keepOpen: true }, () => undefined);
  });
}

function onReady(standing: Standing, worker: Worker, place: ReadyPlace): void {
  const { options, workers, failures } = standing;
  worker.isReady = true;
  failures.delete(worker.index);
  if (standing.isStopping) return;
  if (!standing.hasServed) {
    standing.hasServed = true;
    for (let index = 1; index < options.workers; index += 1) startWorker(standing, index);
  }
  const isWhole = workers.size === options.workers && [...workers.values()].every(({ isReady }) => isReady);
  if (isWhole && !standing.hasBeenWhole) {
    standing.hasBeenWhole = true;
    standing.settleReady({ url: place.url, kubeconfigPath: place.kubeconfigPath });
  }
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function onEnded(standing: Standing, worker: Worker, end: End): void {
  const { workers, options, door } = standing;
  const { index } = worker;
  workers.delete(index);
  worker.seat?.leave(true);
  standing.metrics.retire(worker);
  if (!standing.isStopping && !standing.hasServed) {
    standing.exitCode = end.code === null || end.code === 0 ? 1 : end.code;
    stopAll(standing);
  }
  if (standing.isStopping) {
    if (workers.size > 0) return;
    door.close();
    standing.settleEnded(standing.exitCode);
    return;
  }
  if (standing.main === worker) {
    standing.main = undefined;
    const heir = [...workers.values()].sort((one, other) => Number(other.isReady) - Number(one.isReady))[0];
    if (heir !== undefined) makeMain(standing, heir);
  }
  replace(standing, worker);
  standing.countReplaced();
  options.logger.warn('a worker process ended and is replaced', { index, ...end });
}

/** At once where it had served; after growing delays where it ends before it serves. */
function replace(standing: Standing, { index, isReady }: Worker): void {
  const { failures, restarts } = standing;
  const failed = isReady ? 0 : (failures.get(index) ?? 0) + 1;
  failures.set(index, failed);
  const timer = setTimeout(() => {
    restarts.delete(timer);
    startWorker(standing, index);
  }, nextRestartMs(failed));
  restarts.add(timer);
}

function stopAll(standing: Standing): void {
  if (standing.isStopping) return;
  standing.isStopping = true;
  for (const timer of standing.restarts) clearTimeout(timer);
  tellAll(standing, { kind: 'stop' });
  killAfter(standing, standing.options.stopsWithinMs);
  if (standing.workers.size > 0) return;
  standing.door.close();
  standing.settleEnded(standing.exitCode);
}

function killAfter(standing: Standing, ms: number): void {
  if (standing.workers.size === 0) return;
  clearTimeout(standing.deadline);
  standing.deadline = setTimeout(() => {
    const indexes = [...standing.workers.keys()];
    standing.options.logger.error('worker processes have not stopped in time, and are killed', { indexes });
    killAll(standing);
  }, ms);
}

function killAll({ workers }: Standing): void {
  for (const { child } of workers.values()) child.kill('SIGKILL');
}

function tellAll({ workers }: Standing, message: SupervisorMessage): void {
  for (const worker of workers.values()) tell(worker, message);
}

function tell({ child }: Worker, message: SupervisorMessage): void {
  // A worker that is gone needs no message.
  if (child.connected) child.send(message, () => undefined);
}

function isAlive({ child }: Worker): boolean {
  return child.exitCode === null && child.signalCode === null;
}
