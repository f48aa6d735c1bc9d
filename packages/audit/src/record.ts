/** The audit record of one request: collects its facts and prints one event per stage. */
import type { UserInfo, ObjectRef } from '@keelson/meta';

import { keepBody, largestEventBytes, putBody, type AuditedBody, type KeptBody } from './body.ts';
import { isPlain, pieceOf, type ByteWriter, type Piece } from './byte-writer.ts';
import type { AuditEvent, Level, Origin, ResponseStatus, Stage } from './event.ts';
import { isAtLeast } from './event.ts';
import type { PolicyDecision } from './policy/compile-policy.ts';
import { putCalling } from './print/caller.ts';
import { endingOf, putStatus, wordsOf, type Annotations } from './print/frame.ts';
import type { KnownPlace } from './print/place.ts';
import type { Stamped } from './print/stamped.ts';

/** A request as it came. */
export interface AuditArrival {
  /** Letters, digits and dashes. */
  readonly auditId: string;
  readonly requestUri: string;
  readonly path: string;
  readonly verb: string;
  readonly user: UserInfo | undefined;
  readonly origin: Origin;
  readonly object: ObjectRef | undefined;
  readonly receivedMs: number;
  /** Bodies that hold secrets are not written down, whatever the policy says. */
  readonly hasSecrets: boolean;
}

export interface RecordParts {
  readonly decision: PolicyDecision;
  /** The beginning of events by level, up to the id. */
  readonly heads: Readonly<Record<Level, Piece>>;
  /** The annotations of an event that goes without its bodies because it would be too large. */
  readonly truncated: Annotations;
  /** Called for each event. It may be printed later, with the same content as now. */
  readonly emit: (record: AuditRecord, stage: Stage) => void;
  /** Milliseconds since 1970, with fractions. */
  readonly now: () => number;
}

/** As much as there is of an answer that a client did not wait for. */
const closedEarly: ResponseStatus = { status: 'Success', message: 'Connection closed early', code: 200 };

const failed: ResponseStatus = {
  status: 'Failure',
  message: 'the server met a fault of its own',
  reason: 'InternalError',
  code: 500,
};

/**
 * Kept for each request until it is over. Prints its events:
 *
 *     RequestReceived ─┬─ ResponseStarted ─┬─ ResponseComplete
 *                      └───────────────────┴─ Panic
 *
 * RequestReceived holds the request alone, ResponseComplete everything noted by the end; so only
 * ResponseStarted has to be printed before more is noted.
 */
export class AuditRecord {
  readonly level: Level;
  readonly omitsManagedFields: boolean;
  readonly #arrival: AuditArrival;
  readonly #parts: RecordParts;
  #object: ObjectRef | undefined;
  #impersonatedUser: UserInfo | undefined;
  #failure: Omit<ResponseStatus, 'code'> | undefined;
  #requestObject: KeptBody | undefined;
  #responseObject: KeptBody | undefined;
  #isTooLarge = false;
  #annotations: Annotations | undefined;
  #stageMs = 0;
  #response: ResponseStatus | undefined;
  #isOver = false;
  #printed: Printed | undefined;

  constructor(arrival: AuditArrival, parts: RecordParts) {
    const { level, omitsManagedFields } = parts.decision;
    this.#arrival = arrival;
    this.#parts = parts;
    this.level = arrival.hasSecrets && isAtLeast(level, 'Metadata') ? 'Metadata' : level;
    this.omitsManagedFields = omitsManagedFields;
    this.#object = arrival.object;
    const { omits } = parts.decision;
    if (omits.size === 0 || !omits.has('RequestReceived')) parts.emit(this, 'RequestReceived');
  }

  get wantsRequest(): boolean {
    return isAtLeast(this.level, 'Request');
  }

  get wantsResponse(): boolean {
    return this.level === 'RequestResponse';
  }

  /** The impersonated user. */
  noteImpersonated(user: UserInfo): void {
    this.#impersonatedUser = user;
  }

  /** Of what is made, where only the body says it. */
  noteName(name: string): void {
    if (this.#object?.name !== '') return;
    this.#object = { ...this.#object, name };
  }

  /** Cheapest with an object that callers share: it is kept, not copied. */
  annotate(annotations: Annotations): void {
    this.#annotations = this.#annotations === undefined ? annotations : { ...this.#annotations, ...annotations };
  }

  /** Only if `wantsRequest`. */
  noteRequest(body: AuditedBody): void {
    const kept = keepBody(body);
    if (this.#hasRoomFor(kept, this.#responseObject)) this.#requestObject = kept;
  }

  noteResponse(body: AuditedBody): void {
    const kept = keepBody(body);
    if (this.#hasRoomFor(kept, this.#requestObject)) this.#responseObject = kept;
  }

  /** A body that is larger than any event may be need not be made: its event goes without bodies, and says so. */
  noteTooLarge(): void {
    this.#isTooLarge = true;
    this.#requestObject = undefined;
    this.#responseObject = undefined;
  }

  #hasRoomFor({ bytes }: KeptBody, other: KeptBody | undefined): boolean {
    if (bytes + (other?.bytes ?? 0) > largestEventBytes) this.noteTooLarge();
    return !this.#isTooLarge;
  }

  /** The response status of a refused request. Its message may quote the request body. */
  noteFailure({ status, message, reason, details }: Omit<ResponseStatus, 'code'>): void {
    const name = nameIn(details);
    if (name !== undefined) this.noteName(name);
    this.#failure = this.#arrival.hasSecrets ? { status, reason } : { status, message, reason, details };
  }

  /** A long-running response has started. */
  noteStarted(code: number): void {
    this.#emit('ResponseStarted', this.#parts.now(), { ...this.#failure, code });
  }

  /** The last call. Without a code, nothing was answered. */
  complete(code: number | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#emit('ResponseComplete', this.#parts.now(), code === undefined ? closedEarly : { ...this.#failure, code });
  }

  /** The server has failed; the answer is over, as far as there was one. */
  notePanic(): void {
    this.#isOver = true;
    this.#emit('Panic', this.#parts.now(), failed);
  }

  event(stage: Stage): AuditEvent {
    const came = { ...this.#arrival, ...this.#arrival.origin, stage };
    if (stage === 'RequestReceived') return came;
    return { ...came, object: this.#object, impersonatedUser: this.#impersonatedUser, response: this.#response };
  }

  print(out: ByteWriter, stage: Stage): void {
    this.#print(out, stage, this.#isTooLarge ? 'truncated' : 'whole');
  }

  /** Without the bodies, and with an annotation that says so. */
  printTruncated(out: ByteWriter, stage: Stage): void {
    this.#print(out, stage, 'truncated');
  }

  #print(out: ByteWriter, stage: Stage, extent: Extent): void {
    const { receivedMs } = this.#arrival;
    if (stage === 'RequestReceived') {
      const place = this.#printRequest(out, stage, undefined, this.#arrival.object);
      (place?.ending ?? endingOf(undefined, undefined)).put(out, receivedMs, receivedMs);
      return;
    }
    if (!this.#repeatRequest(out, stage)) {
      const place = this.#printRequest(out, stage, this.#impersonatedUser, this.#object);
      if (place !== undefined) out.put(place.tail);
    }
    this.#printAnswer(out, extent).put(out, receivedMs, this.#stageMs);
  }

  /** The facts known on arrival. Their offsets are kept, so that later events repeat the bytes. */
  #printRequest(
    out: ByteWriter,
    stage: Stage,
    as: UserInfo | undefined,
    object: ObjectRef | undefined,
  ): KnownPlace | undefined {
    const { auditId, requestUri, verb, user, origin } = this.#arrival;
    const at = out.end;
    const { text } = wordsOf(stage);
    out.put(this.#parts.heads[this.level]);
    const stageAt = out.end + auditId.length;
    if (isPlain(requestUri)) out.ascii(`${auditId}${text}"${requestUri}"`);
    else {
      out.ascii(`${auditId}${text}`);
      out.quote(requestUri);
    }
    const place = putCalling(out, { verb, user, as }, origin, object);
    const end = out.end + (place?.tail.length ?? 0);
    this.#printed = { epoch: out.epoch, at, stageAt, uriAt: stageAt + text.length, end };
    return place;
  }

  /** The same again, where it is still there and still the same, as it is of most requests. */
  #repeatRequest(out: ByteWriter, stage: Stage): boolean {
    const printed = this.#printed;
    if (printed?.epoch !== out.epoch || !out.hasRoom(printed.end - printed.at + longestStage)) return false;
    if (this.#impersonatedUser !== undefined || this.#object !== this.#arrival.object) return false;
    out.repeat(printed.at, printed.stageAt);
    out.put(wordsOf(stage).piece);
    out.repeat(printed.uriAt, printed.end);
    return true;
  }

  /** The facts noted since arrival, without the stage and its times. */
  #printAnswer(out: ByteWriter, extent: Extent): Stamped {
    const response = this.#response;
    const isWhole = extent === 'whole';
    const annotations = isWhole ? this.#annotations : { ...this.#annotations, ...this.#parts.truncated };
    const isBare = !isWhole || (this.#requestObject === undefined && this.#responseObject === undefined);
    if (isBare && response !== undefined && response.status === undefined) {
      return endingOf(annotations, response.code);
    }
    if (response !== undefined) putStatus(out, response);
    if (isWhole) {
      putField(out, requestHead, this.#requestObject);
      putField(out, responseHead, this.#responseObject);
    }
    return endingOf(annotations, undefined);
  }

  #emit(stage: Stage, stageMs: number, response: ResponseStatus | undefined): void {
    const { decision, emit } = this.#parts;
    if (decision.omits.size > 0 && decision.omits.has(stage)) return;
    this.#stageMs = stageMs;
    this.#response = response;
    emit(this, stage);
  }
}

type Extent = 'whole' | 'truncated';

/** Where in a writer the beginning of an event is, while that is the same. */
interface Printed {
  readonly epoch: number;
  readonly at: number;
  readonly stageAt: number;
  readonly uriAt: number;
  readonly end: number;
}

/** More than any of them takes. */
const longestStage = 64;
const requestHead = pieceOf(',"requestObject":');
const responseHead = pieceOf(',"responseObject":');

function putField(out: ByteWriter, head: Piece, body: KeptBody | undefined): void {
  if (body === undefined) return;
  out.put(head);
  putBody(out, body);
}

/** Of what was not made. */
function nameIn(details: unknown): string | undefined {
  const { name } = (details ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? name : undefined;
}
