/**
 * Hands connections out to worker processes: each to the one with the fewest. The supervisor holds its own descriptor
 * of a connection until the worker has said that it has it: a worker that dies before leaves it for another one.
 */
import type { Socket } from 'node:net';

export interface Seat {
  taken(id: number): void;
  /** The worker accepts no more: another one gets the connection, and this one no further. */
  declined(id: number): void;
  closed(count: number): void;
  /** No further connections. What it was sent and has not taken goes to others if it has died. */
  leave(hasDied: boolean): void;
}

export interface HandOut {
  add(send: (id: number, socket: Socket) => void): Seat;
  offer(socket: Socket): void;
  /** True while a worker accepts connections. */
  isOpen(): boolean;
  /** Ends connections that wait for a worker, and those that are offered from now on. */
  close(): void;
}

interface Member {
  readonly send: (id: number, socket: Socket) => void;
  readonly sent: Map<number, Socket>;
  open: number;
}

/** Connections that come while no worker accepts any, as between the death of the only one and its replacement. */
const waitingLimit = 5_000;

export function createHandOut(): HandOut {
  const members = new Set<Member>();
  let waiting: Socket[] = [];
  let lastId = 0;
  let isClosed = false;

  const offer = (socket: Socket): void => {
    const member = leastLoaded(members);
    if (member !== undefined) {
      lastId += 1;
      member.open += 1;
      member.sent.set(lastId, socket);
      member.send(lastId, socket);
    } else if (isClosed || waiting.length >= waitingLimit) socket.destroy();
    else waiting.push(socket);
  };
  const offerAll = (sockets: Iterable<Socket>): void => {
    for (const socket of sockets) offer(socket);
  };
  const leave = (member: Member, hasDied: boolean): void => {
    members.delete(member);
    if (!hasDied) return;
    const left = [...member.sent.values()];
    member.sent.clear();
    offerAll(left);
  };

  return {
    add: (send) => {
      const member: Member = { send, sent: new Map(), open: 0 };
      members.add(member);
      const held = waiting;
      waiting = [];
      offerAll(held);
      return seatOf(member, { leave, offer });
    },
    offer,
    isOpen: () => members.size > 0,
    close: () => {
      isClosed = true;
      for (const socket of waiting.splice(0)) socket.destroy();
    },
  };
}

interface SeatParts {
  readonly leave: (member: Member, hasDied: boolean) => void;
  readonly offer: (socket: Socket) => void;
}

function seatOf(member: Member, { leave, offer }: SeatParts): Seat {
  return {
    // The worker has a descriptor of its own: this closes no connection.
    taken: (id) => {
      member.sent.get(id)?.destroy();
      member.sent.delete(id);
    },
    declined: (id) => {
      const socket = member.sent.get(id);
      member.sent.delete(id);
      member.open -= 1;
      leave(member, false);
      if (socket !== undefined) offer(socket);
    },
    closed: (count) => {
      member.open -= count;
    },
    leave: (hasDied) => leave(member, hasDied),
  };
}

function leastLoaded(members: Iterable<Member>): Member | undefined {
  let least: Member | undefined;
  for (const member of members) if (least === undefined || member.open < least.open) least = member;
  return least;
}
