/** The declaration of a controller that one replica runs at a time, and the context that it is started with. */
import type { ControlledKinds } from '@keelson/api';
import type { Informers, RecordQueue, RegisteredResources } from '@keelson/informers';
import type { Caller } from '@keelson/registry';
import type { Logger } from '@keelson/telemetry';

import type { EventRecorder } from '../events/event-recorder.ts';
import type { ControllerClient } from '../client/controller-client.ts';
import type { VersionsOfKinds } from '../client/served-version.ts';
import type { ControllerClock } from '../controller-clock.ts';
import type { EmptyNamespace } from './empty-namespace.ts';
import type { ClusterCredentials } from './cluster-credentials.ts';

export interface ControllerContext {
  readonly kinds: ControlledKinds;
  /** The declarations of all versions of a kind. */
  readonly scheme: VersionsOfKinds;
  /** At least as new as the election: they show every write of the leader before this one. */
  readonly informers: Informers;
  /** The kinds that own and are owned: those of the informers, and those that were discovered on other servers. */
  readonly resources: RegisteredResources;
  /** Writes as the account of the controller, and only while this replica leads. */
  readonly client: ControllerClient;
  /** A client of another user, with that user's rights. Its writes, too, end with the leadership. */
  readonly clientOf: (caller: Caller) => ControllerClient;
  readonly events: EventRecorder;
  /** Also stopped when leadership is lost. */
  readonly emptyNamespace: EmptyNamespace;
  /** The number of keys that are worked on at once. */
  readonly workers: number;
  /** The metrics of work queues. */
  readonly record?: RecordQueue | undefined;
  readonly clock: ControllerClock;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly logger: Logger;
  /** The feature gates that are off. */
  readonly gatesOff: ReadonlySet<string>;
  /** The numbers that operators have set, by the names of their flags; durations in milliseconds. */
  readonly settings?: ReadonlyMap<string, number> | undefined;
  /** Absent where this process has no keys of the cluster. */
  readonly credentials?: ClusterCredentials | undefined;
}

export interface LedController {
  /** No further key is worked on. Resolves when none is in work any more. */
  stop(): Promise<void>;
  /** The reason that the controller makes no progress, as a clause; undefined when it is healthy. */
  check(): string | undefined;
}

export interface ControllerDefinition {
  /** As operators know it from `--controllers`. */
  readonly name: string;
  /** The name of its service account in `kube-system`, and of the source of its events unless that has another. */
  readonly account: string;
  readonly component?: string;
  /** The user that it writes as, where that is not its service account. */
  readonly user?: string;
  /** Runs only where `--controllers` names it. */
  readonly isOffByDefault?: boolean;
  /** The number of keys that are worked on at once, unless a flag says another one. */
  readonly workers: number;
  /** The heads of these objects are decoded before it starts, with turns for others: it walks all of them at once. */
  readonly reads?: readonly (keyof ControlledKinds)[];
  /** Called when this replica is elected, again after each election. Must not block. */
  start(context: ControllerContext): LedController;
}
