/**
 * The messages between the supervisor of a replica and its worker processes, over the channel that Node opens to a
 * child. Both sides are one program, so a message is known by its kind alone.
 */

/** The place of a worker process, which it is given when it starts. */
export interface WorkerPlace {
  readonly index: number;
  /** The number of worker processes of the replica. */
  readonly workers: number;
  /** Names the replica: all its workers are known to others by it. */
  readonly identity: string;
}

/** Shown once the replica serves. */
export interface ReadyPlace {
  readonly url: string;
  readonly kubeconfigPath: string;
}

export type WorkerMessage =
  /** Asks for connections that arrive here. The supervisor listens once for all workers. */
  | { readonly kind: 'listen'; readonly bindAddress: string; readonly port: number }
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'declined'; readonly id: number }
  /** So many of its connections have closed since it last said so. */
  | { readonly kind: 'closed'; readonly count: number }
  | { readonly kind: 'noMoreConnections' }
  /** Its event loop turns: told at once when it is asked for metrics. */
  | { readonly kind: 'alive' }
  /** Its metrics, as they are printed. */
  | { readonly kind: 'metrics'; readonly text: string }
  /** Shows metrics, its own of which these are, and asks for those of the rest of the replica. */
  | { readonly kind: 'collectMetrics'; readonly id: number; readonly own: string }
  | ({ readonly kind: 'ready' } & ReadyPlace);

export type SupervisorMessage =
  | { readonly kind: 'listening'; readonly address: string; readonly port: number }
  | { readonly kind: 'listenFailed'; readonly code: string; readonly message: string }
  /** Carries a socket. */
  | { readonly kind: 'connection'; readonly id: number }
  /** The worker becomes the main one: it keeps what a replica has once. */
  | { readonly kind: 'main' }
  /** Asks for the metrics of the worker. */
  | { readonly kind: 'giveMetrics' }
  | { readonly kind: 'metricsOfOthers'; readonly id: number; readonly texts: readonly string[] }
  | { readonly kind: 'stop' }
  | { readonly kind: 'cutOff' };

const ofWorkers: ReadonlySet<string> = new Set<WorkerMessage['kind']>([
  ...([
    'listen',
    'taken',
    'declined',
    'closed',
    'noMoreConnections',
    'alive',
    'metrics',
    'collectMetrics',
    'ready',
  ] as const),
]);

const ofSupervisors: ReadonlySet<string> = new Set<SupervisorMessage['kind']>([
  ...(['listening', 'listenFailed', 'connection', 'main'] as const),
  ...(['giveMetrics', 'metricsOfOthers', 'stop', 'cutOff'] as const),
]);

export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return ofWorkers.has(kindOf(message));
}

export function isSupervisorMessage(message: unknown): message is SupervisorMessage {
  return ofSupervisors.has(kindOf(message));
}

function kindOf(message: unknown): string {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return '';
  return typeof message.kind === 'string' ? message.kind : '';
}
