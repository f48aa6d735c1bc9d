/**
 * The connections to one target. Requests take one that has room, else wait for the next that has: of those under way, or
 * of new ones, of which a few are opened at once. The target chooses the version of HTTP. Over HTTP/2 all requests share
 * a connection, and those of one turn of the event loop a write.
 */
import type { SecureContext } from 'node:tls';

import type { Carrier, CarrierEvents } from '../carrier.ts';
import type { CalloutFailure, CalloutRequest, CalloutTarget, ResolveService } from '../contract.ts';
import { dial, type Dialling, type OpenedConnection } from '../dial/dial.ts';
import { findDestination, hostHeader } from '../dial/destination.ts';
import { openSecureContext, type SecureContextResult } from '../dial/secure-context.ts';
import { failedCall } from '../failure.ts';
import { Http1Carrier } from '../http1/http1-carrier.ts';
import { Http2Carrier } from '../http2/http2-carrier.ts';

export interface PoolOptions {
  readonly resolveService: ResolveService;
  readonly now: () => number;
  readonly dialTimeoutMs: number;
  readonly idleMs: number;
}

/** A request that needs a connection. */
export interface Applicant {
  /** `isFresh`: the connection has carried nothing yet. */
  onCarrier(carrier: Carrier, isFresh: boolean): void;
  onFailed(failure: CalloutFailure): void;
}

/** A request from its beginning to its end, also where its connection has switched protocols. */
export interface OpenCall {
  end(reason: CalloutFailure): void;
}

const closed = failedCall('aborted', 'the client is closed', false);

/**
 * Connections opened at once: before the first one holds, where none can be shared, and after it. Each handshake costs
 * this thread a millisecond.
 */
const maxFirstDials = 2;
const maxDials = 8;
/** A connection that takes longer than this to open does not hold up others: the Service may have another address by now. */
const dialPatienceMs = 2_000;
/** Those without patience included. */
const mostDials = 16;
export const usualMaxInFlight = 256;

export class TargetPool {
  readonly target: CalloutTarget;
  readonly host: string;
  readonly maxInFlight: number;
  readonly #options: PoolOptions;
  readonly #authorization: string | undefined;
  readonly #carriers = new Set<Carrier>();
  /** Those of HTTP/1.1 that carry nothing, the last used last: the others may end. */
  readonly #idle: Carrier[] = [];
  readonly #shared = new Set<Carrier>();
  readonly #underWay = new Set<OpenCall>();
  readonly #waiting = new Set<Applicant>();
  /** Connections being dialled, with the time when each began. */
  readonly #dials = new Map<Dialling, number>();
  #isReachable = false;
  /** One connection serves all that wait, as far as is known. */
  #mayShare: boolean;
  #context: SecureContextResult | undefined;
  #isClosed = false;

  constructor(target: CalloutTarget, options: PoolOptions) {
    this.target = target;
    this.host = hostHeader(target);
    this.maxInFlight = target.maxInFlight ?? usualMaxInFlight;
    this.#options = options;
    this.#mayShare = target.http1Only !== true;
    this.#authorization = authorizationOf(target);
  }

  get inFlight(): number {
    return this.#underWay.size;
  }

  get connections(): number {
    return this.#carriers.size;
  }

  /** Nothing is open, under way or waiting. */
  get isEmpty(): boolean {
    return this.inFlight === 0 && this.#carriers.size === 0 && this.#dials.size === 0 && this.#waiting.size === 0;
  }

  noteBegin(request: OpenCall): void {
    this.#underWay.add(request);
  }

  noteEnd(request: OpenCall): void {
    this.#underWay.delete(request);
  }

  apply(applicant: Applicant): void {
    if (this.#isClosed) {
      applicant.onFailed(closed);
      return;
    }
    const carrier = this.#findRoom();
    if (carrier !== undefined) {
      applicant.onCarrier(carrier, false);
      return;
    }
    this.#waiting.add(applicant);
    this.#dialWhereDue();
  }

  /** The headers of a request with the credentials of the target. */
  withCredentials(headers: CalloutRequest['headers']): CalloutRequest['headers'] {
    const authorization = this.#authorization;
    return authorization === undefined ? headers : { ...headers, authorization };
  }

  withdraw(applicant: Applicant): void {
    this.#waiting.delete(applicant);
  }

  /** Closes what has not been used for long, or is not trusted any more. */
  sweep(): void {
    const nowMs = this.#options.now();
    for (const carrier of [...this.#carriers]) {
      if (carrier.load === 0 && !carrier.hasRoom(nowMs)) carrier.retire();
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const dialling of [...this.#dials.keys()]) dialling.cancel();
    for (const request of [...this.#underWay]) request.end(closed);
    for (const carrier of [...this.#carriers]) carrier.destroy();
  }

  #findRoom(): Carrier | undefined {
    const nowMs = this.#options.now();
    for (let carrier = this.#idle.pop(); carrier !== undefined; carrier = this.#idle.pop()) {
      if (carrier.hasRoom(nowMs)) return carrier;
      carrier.retire();
    }
    for (const carrier of this.#shared) if (carrier.hasRoom(nowMs)) return carrier;
    return undefined;
  }

  #dialWhereDue(): void {
    while (this.#mayDial()) {
      const reason = this.#dialOnce();
      if (reason === undefined) continue;
      // No other of them would get further.
      for (const applicant of [...this.#waiting]) this.#refuse(applicant, reason);
    }
  }

  #mayDial(): boolean {
    if (this.#waiting.size === 0 || this.#dials.size >= mostDials) return false;
    const patientMs = this.#options.now() - dialPatienceMs;
    let recent = 0;
    for (const beganMs of this.#dials.values()) if (beganMs > patientMs) recent += 1;
    return recent < Math.min(this.#maxDials(), this.#waiting.size);
  }

  #maxDials(): number {
    if (this.#mayShare) return 1;
    return this.#isReachable ? maxDials : maxFirstDials;
  }

  /** Returns the failure if there is nothing to connect to. */
  #dialOnce(): CalloutFailure | undefined {
    const { resolveService, dialTimeoutMs } = this.#options;
    const { skipsVerification } = this.target;
    const destination = findDestination(this.target, resolveService);
    if (!destination.ok) return destination;
    let context: SecureContext | undefined;
    if (destination.isSecure) {
      this.#context ??= openSecureContext(this.target);
      if (!this.#context.ok) return this.#context;
      ({ context } = this.#context);
    }
    const verifies = skipsVerification !== true;
    const offersHttp2 = this.target.http1Only !== true;
    const settings = { destination, context, verifies, offersHttp2, timeoutMs: dialTimeoutMs };
    const dialling = dial(settings, (outcome) => {
      this.#dials.delete(dialling);
      if (outcome.ok) this.#take(outcome);
      else this.#refuseOldest(outcome);
      this.#dialWhereDue();
    });
    this.#dials.set(dialling, this.#options.now());
    return undefined;
  }

  #take({ socket, protocol, trustedUntilMs }: OpenedConnection): void {
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    const { idleMs, now } = this.#options;
    this.#isReachable = true;
    const connection = { socket, trustedUntilMs, idleMs, now };
    socket.unref();
    const isShared = protocol === 'h2';
    this.#mayShare = isShared;
    const carrier = isShared ? new Http2Carrier(connection, this.#events) : new Http1Carrier(connection, this.#events);
    this.#carriers.add(carrier);
    if (isShared) this.#shared.add(carrier);
    this.#offer(carrier, true);
    if (carrier.load === 0) carrier.rest();
  }

  /** Gives the room of a carrier to those who wait for it, in turn. */
  #offer(carrier: Carrier, isFresh: boolean): void {
    for (const applicant of this.#waiting) {
      if (!carrier.hasRoom(this.#options.now())) break;
      this.#waiting.delete(applicant);
      applicant.onCarrier(carrier, isFresh);
    }
    if (carrier.protocol === 'http/1.1' && carrier.load === 0) this.#idle.push(carrier);
  }

  #refuseOldest(reason: CalloutFailure): void {
    for (const applicant of this.#waiting) {
      this.#refuse(applicant, reason);
      return;
    }
  }

  #refuse(applicant: Applicant, reason: CalloutFailure): void {
    this.#waiting.delete(applicant);
    applicant.onFailed(reason);
  }

  readonly #events: CarrierEvents = {
    onRoom: (carrier) => this.#offer(carrier, false),
    onGone: (carrier) => {
      this.#carriers.delete(carrier);
      this.#shared.delete(carrier);
      const index = this.#idle.indexOf(carrier);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#dialWhereDue();
    },
  };
}

function authorizationOf({ credentials }: CalloutTarget): string | undefined {
  const { token, username, password = '' } = credentials ?? {};
  if (token !== undefined) return `Bearer ${token}`;
  return username === undefined ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
