/**
 * One request on its way, with what it holds of the limits: a turn while it is carried out, a share of what comes in, a
 * share of what waits for clients. Whatever ends the request, each is given back, and given back once.
 */
import type { AuditRecord } from '@keelson/audit';
import type { BodyResult, ClientConnection, Incoming, Outgoing } from '@keelson/http';
import type { SchemaInForce, WatchMeter } from '@keelson/flowcontrol';
import type { ObjectRef, UserInfo } from '@keelson/meta';
import { beginShortWork, endShortWork } from '@keelson/telemetry';

import type { RouteResult } from '../request/route.ts';
import type { AnswerPace } from '../respond/answer-pace.ts';
import type { Reply } from '../respond/reply.ts';
import type { Unread, UnreadAnswers } from '../transit/unread-answers.ts';
import type { Upload } from '../transit/uploads.ts';
import { isExempt } from './exempt.ts';
import type { Turn } from './turns.ts';

/** Answers with the page at this path, where it is no resource. */
export type ShowPage = (record: AuditRecord | undefined) => void;

export interface PassageParts {
  readonly showPage: ShowPage;
  readonly unread: UnreadAnswers;
  /** Called when a watch has begun; returns the function that ends it. */
  readonly onWatch?: ((watched: ObjectRef) => () => void) | undefined;
  /** Called when a response is cut off because its client did not read it. */
  readonly onCutOff: (passage: Passage) => void;
}

/** An answer of which less waits is no dearer than its connection, and is not counted. */
const countedBytes = 64 * 1024;

/** A client that has taken nothing of a large answer for so long is slow. */
const quickMs = 50;
/** No answer holds its turn for longer while it is sent. */
const mostSendingMs = 1_000;

export class Passage implements AnswerPace, Reply {
  readonly incoming: Incoming;
  readonly response: Outgoing;
  readonly found: RouteResult;
  /** Ended by its time limit, whatever it still does. */
  isLate = false;
  readonly #parts: PassageParts;
  #user: UserInfo | undefined;
  #turn: Turn | undefined;
  #upload: Upload | undefined;
  #record: AuditRecord | undefined;
  #body: BodyResult | undefined;
  #unread: Unread | undefined;
  #endWatch: (() => void) | undefined;
  #release: NodeJS.Timeout | undefined;
  #sendingSinceMs = 0;
  #isShort = false;
  /** Undefined once what was sent is charged to it. */
  #schema: SchemaInForce | undefined;
  readonly #bytesBefore: number;

  constructor(incoming: Incoming, response: Outgoing, found: RouteResult, parts: PassageParts) {
    this.incoming = incoming;
    this.response = response;
    this.found = found;
    this.#parts = parts;
    // An answer of Node's does not count its body.
    this.#bytesBefore = response.bodyBytes === undefined ? (response.socket?.bytesWritten ?? 0) : 0;
  }

  /** Undefined before the caller is authenticated, and for requests that are not audited. */
  get record(): AuditRecord | undefined {
    return this.#record;
  }

  keepRecord(record: AuditRecord | undefined): void {
    this.#record = record;
  }

  showPage(): void {
    this.#parts.showPage(this.#record);
  }

  /** True once the request is answered or its client is gone. */
  get isOver(): boolean {
    return this.response.writableEnded || this.response.destroyed;
  }

  /** To be called before anything is held. */
  identify(user: UserInfo): void {
    this.#user = user;
  }

  /** The flow schema that pays for what the client is sent. */
  chargeTo(schema: SchemaInForce | undefined): void {
    this.#schema = schema;
  }

  /** Of a watch: events are charged as they are sent, and not with the end of the answer. */
  meterWatch(): WatchMeter | undefined {
    const schema = this.#schema;
    this.#schema = undefined;
    return this.#user && schema?.watchMeter(this.#user.name);
  }

  #charge(): void {
    const schema = this.#schema;
    this.#schema = undefined;
    if (schema === undefined || this.#user === undefined) return;
    const { bodyBytes, socket } = this.response;
    schema.noteSent(this.#user.name, bodyBytes ?? Math.max(0, (socket?.bytesWritten ?? 0) - this.#bytesBefore));
  }

  /** Long work of others leaves more room until its end. To be called once. */
  beginShortWork(): void {
    if (this.isOver) return;
    this.#isShort = true;
    beginShortWork();
  }

  begin(turn: Turn): void {
    if (this.isOver) turn.done();
    else this.#turn = turn;
  }

  endTurn(): void {
    const turn = this.#turn;
    this.#turn = undefined;
    if (this.#release !== undefined) clearTimeout(this.#release);
    this.#release = undefined;
    turn?.done();
  }

  /**
   * A large answer is work as long as its client takes it in quickly; a client that does not gives the turn back. Without
   * that, all large answers that were asked for would be sent at a time, whatever the number of turns.
   */
  #releaseTurnSoon(): void {
    if (this.#turn === undefined) return;
    const nowMs = performance.now();
    if (this.#release === undefined) {
      this.#sendingSinceMs = nowMs;
      this.#release = setTimeout(() => this.endTurn(), quickMs).unref();
    } else if (nowMs - this.#sendingSinceMs > mostSendingMs) this.endTurn();
    else this.#release.refresh();
  }

  /** An established watch is idle while it waits, so it gives its turn back. It is counted until its end. */
  beginWatch(): void {
    this.endTurn();
    const { found } = this;
    if (this.isOver || !found.ok || found.route.attributes.kind !== 'resource') return;
    this.#endWatch = this.#parts.onWatch?.(found.route.attributes);
  }

  hold(upload: Upload): void {
    if (this.isOver) upload.end();
    else this.#upload = upload;
  }

  keepBody(body: BodyResult): void {
    this.#body = body;
  }

  /** The body, where it was taken in before the turn of the request. To be called once. */
  takeBody(): BodyResult | undefined {
    const body = this.#body;
    this.#body = undefined;
    return body;
  }

  waits(bytes = 0): void {
    this.#releaseTurnSoon();
    const { backlog } = this.response;
    const { socket } = this.incoming.connection;
    const unreadBytes = bytes + (backlog?.bytes() ?? socket.writableLength);
    if (this.#unread !== undefined) {
      this.#parts.unread.renew(this.#unread, unreadBytes);
      return;
    }
    const user = this.#countedUser();
    if (user === undefined || socket.destroyed) return;
    this.#unread = this.#parts.unread.begin(user, unreadBytes, () => {
      this.#unread = undefined;
      this.#parts.onCutOff(this);
      if (backlog === undefined) socket.destroy();
      else backlog.cutOff();
    });
  }

  rests(): void {
    const unread = this.#unread;
    this.#unread = undefined;
    if (unread !== undefined) this.#parts.unread.end(unread);
  }

  /** All of the answer is handed to the connection, or there will be none. May be called more than once. */
  end(): void {
    this.endTurn();
    if (this.#isShort) endShortWork();
    this.#isShort = false;
    this.#charge();
    this.#endWatch?.();
    this.#endWatch = undefined;
    this.#upload?.end();
    this.#upload = undefined;
    this.#body = undefined;
    const { backlog } = this.response;
    const { socket } = this.incoming.connection;
    if ((backlog?.bytes() ?? socket.writableLength) < countedBytes || socket.destroyed) {
      this.rests();
    } else if (backlog === undefined) {
      this.#waitFor(socket);
    } else {
      backlog.onceRead(() => this.rests());
      this.waits();
    }
  }

  /** The rest of the answer is the connection's, which has room again when all of it has left. */
  #waitFor(socket: ClientConnection['socket']): void {
    const settle = (): void => {
      socket.off('drain', settle).off('close', settle);
      this.rests();
    };
    socket.on('drain', settle).on('close', settle);
    this.waits();
  }

  #countedUser(): string | undefined {
    const user = this.#user;
    if (user === undefined || !this.found.ok || isExempt(user, this.found.route.attributes)) return undefined;
    return user.name;
  }
}
