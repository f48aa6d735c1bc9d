/** The link of a worker process to the supervisor of its replica, which holds what the replica has once. */
import type { Socket } from 'node:net';

import type { LogOutput } from '@keelson/audit';
import type { FollowerOptions } from '@keelson/storage';

import { isSupervisorMessage, type ReadyPlace, type SupervisorMessage, type WorkerMessage } from './messages.ts';
import type { WorkerPlace } from './messages.ts';
import { linkMetrics, type LinkedMetrics } from './linked-metrics.ts';

/** The channel to the parent of a process, as `process` has it. */
export interface ParentChannel {
  readonly connected: boolean;
  send?: ((message: WorkerMessage) => boolean) | undefined;
  on(event: 'message', listener: (message: unknown, handle: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
  disconnect?: (() => void) | undefined;
}

/** The door through which the connections of a worker come. */
export interface HandedConnections {
  readonly address: string;
  readonly port: number;
  /** Resolves when all connections that came have closed. */
  close(): Promise<void>;
}

/**
 * Runs what a replica has once, such as its lease and its controllers: now in the main worker, and in another one when it
 * becomes that, which nobody waits for. A rejection is the caller's where it runs now.
 */
export type RunAsMain = (run: () => Promise<void> | void) => Promise<void>;

/** The embedded store, which the supervisor writes. */
export type FollowedPlace = Pick<FollowerOptions, 'markDescriptor' | 'stream'>;

export interface ReplicaLink extends WorkerPlace {
  /** To be called once, where the store is the embedded one. */
  followStore(): FollowedPlace;
  /** To be called once, where there is an audit log: the supervisor writes it. */
  openAuditLog(): LogOutput;
  readonly asMain: RunAsMain;
  isMain(): boolean;
  readonly metrics: LinkedMetrics;
  /** Resolves when the replica is to stop. */
  readonly whenStopped: Promise<void>;
  /** Resolves when requests under way are to be cut off. */
  readonly whenCutOff: Promise<void>;
  /** Rejects with the error of listening, as a server of Node does. */
  takeConnections(bindAddress: string, port: number, take: (socket: Socket) => void): Promise<HandedConnections>;
  /** To be called when this worker serves. */
  ready(place: ReadyPlace): void;
  /** Ends the link, so that this process can end. */
  leave(): void;
}

type Take = (message: SupervisorMessage, handle: unknown) => void;

export interface LinkOptions {
  readonly channel: ParentChannel;
  readonly place: WorkerPlace;
  readonly followStore: () => FollowedPlace;
  readonly openAuditLog: () => LogOutput;
  /** Called when the supervisor has ended. */
  readonly onLost: () => void;
}

export function linkToSupervisor({ channel, place, followStore, openAuditLog, onLost }: LinkOptions): ReplicaLink {
  let hasLeft = false;
  channel.once('disconnect', () => {
    if (!hasLeft) onLost();
  });
  // Connections may close after this process has left, or when its supervisor is gone.
  const send = (message: WorkerMessage): void => {
    if (channel.connected) channel.send?.(message);
  };
  const [stop, cutOff] = [createSignal(), createSignal()];
  const main = createMainDuties();
  const metrics = linkMetrics(send);
  let takeOfDoor: Take = () => undefined;
  channel.on('message', (message, handle) => {
    if (!isSupervisorMessage(message)) return;
    if (message.kind === 'main') main.begin();
    else if (message.kind === 'stop') stop.give();
    else if (message.kind === 'cutOff') cutOff.give();
    else if (message.kind === 'giveMetrics' || message.kind === 'metricsOfOthers') metrics.take(message);
    else takeOfDoor(message, handle);
  });
  return {
    ...place,
    followStore,
    openAuditLog,
    asMain: main.run,
    isMain: main.hasBegun,
    metrics,
    whenStopped: stop.given,
    whenCutOff: cutOff.given,
    takeConnections: (bindAddress, port, take) =>
      openHandedConnections({ send, take, follow: (follower) => (takeOfDoor = follower) }, { bindAddress, port }),
    ready: (where) => send({ kind: 'ready', ...where }),
    leave: () => {
      hasLeft = true;
      channel.disconnect?.();
    },
  };
}

function createMainDuties() {
  let hasBegun = false;
  const later: (() => Promise<void> | void)[] = [];
  const run: RunAsMain = async (duty) => {
    if (hasBegun) await duty();
    else later.push(duty);
  };
  return {
    run,
    hasBegun: () => hasBegun,
    begin: () => {
      hasBegun = true;
      for (const duty of later.splice(0)) Promise.resolve(duty()).catch(() => undefined);
    },
  };
}

interface Signal {
  readonly given: Promise<void>;
  give(): void;
}

function createSignal(): Signal {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

interface DoorParts {
  readonly send: (message: WorkerMessage) => void;
  readonly take: (socket: Socket) => void;
  readonly follow: (take: Take) => void;
}

function openHandedConnections(
  { send, take, follow }: DoorParts,
  place: { readonly bindAddress: string; readonly port: number },
): Promise<HandedConnections> {
  const open = createOpenConnections(send);
  return new Promise((resolve, reject) => {
    follow((message, handle) => {
      if (message.kind === 'listening') {
        resolve({ address: message.address, port: message.port, close: open.close });
      } else if (message.kind === 'listenFailed') {
        reject(Object.assign(new Error(message.message), { code: message.code }));
      } else if (message.kind === 'connection') {
        // Only a client that was quicker to close has no socket any more.
        const socket = isSocket(handle) ? handle : undefined;
        send({ kind: open.isClosing() && socket !== undefined ? 'declined' : 'taken', id: message.id });
        if (socket === undefined) send({ kind: 'closed', count: 1 });
        else if (open.isClosing()) discard(socket);
        else {
          open.add(socket);
          take(socket);
        }
      }
    });
    send({ kind: 'listen', ...place });
  });
}

/** The supervisor has a descriptor of its own, which another worker gets. */
function discard(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.destroy();
}

interface OpenConnections {
  add(socket: Socket): void;
  isClosing(): boolean;
  close(): Promise<void>;
}

function createOpenConnections(send: DoorParts['send']): OpenConnections {
  const sockets = new Set<Socket>();
  let closed = 0;
  let isClosing = false;
  let onEmpty: () => void = () => undefined;
  const report = (): void => {
    send({ kind: 'closed', count: closed });
    closed = 0;
  };
  return {
    add: (socket) => {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        // Clients that leave together are one message.
        if (closed === 0) setImmediate(report);
        closed += 1;
        if (sockets.size === 0) onEmpty();
      });
    },
    isClosing: () => isClosing,
    close: () => {
      isClosing = true;
      send({ kind: 'noMoreConnections' });
      return sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => (onEmpty = resolve));
    },
  };
}

function isSocket(handle: unknown): handle is Socket {
  return typeof handle === 'object' && handle !== null && 'remoteAddress' in handle && 'destroy' in handle;
}
