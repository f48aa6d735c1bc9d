/** What is written down about one request, from its coming to its end. */
import type { AuditUser, Level, ObjectReference, Origin, ResponseStatus, Stage } from './event.ts';
import { isAtLeast } from './event.ts';
import type { PolicyDecision } from './policy/compile-policy.ts';
import { joinEvent, printReference, printStatus, printTime, printUser, quote } from './print-event.ts';
import type { PrintedEvent } from './sinks/sink.ts';

/** A request as it came. */
export interface Arrival {
  /** Letters, digits and dashes. */
  readonly auditId: string;
  readonly requestUri: string;
  readonly path: string;
  readonly verb: string;
  readonly user: AuditUser | undefined;
  readonly origin: Origin;
  readonly object: ObjectReference | undefined;
  readonly receivedMs: number;
  /** Bodies that hold secrets are not written down, whatever the policy says. */
  readonly hasSecrets: boolean;
}

export interface RecordParts {
  readonly decision: PolicyDecision;
  /** How events of a level begin, up to the id. */
  readonly heads: Readonly<Record<Level, string>>;
  readonly emit: (printed: PrintedEvent) => void;
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

export class AuditRecord {
  readonly level: Level;
  readonly omitsManagedFields: boolean;
  readonly #arrival: Arrival;
  readonly #parts: RecordParts;
  readonly #head: string;
  readonly #request: string;
  readonly #received: string;
  #object: ObjectReference | undefined;
  #origin: string;
  #impersonatedUser: AuditUser | undefined;
  #failure: Omit<ResponseStatus, 'code'> | undefined;
  #requestObject = '';
  #responseObject = '';
  #annotations = '';
  #isOver = false;

  constructor(arrival: Arrival, parts: RecordParts) {
    const { level, omitsManagedFields } = parts.decision;
    this.#arrival = arrival;
    this.#parts = parts;
    this.level = arrival.hasSecrets && isAtLeast(level, 'Metadata') ? 'Metadata' : level;
    this.omitsManagedFields = omitsManagedFields;
    this.#object = arrival.object;
    this.#head = `${parts.heads[this.level]}${arrival.auditId}","stage":"`;
    this.#request = `,"requestURI":${quote(arrival.requestUri)},"verb":${quote(arrival.verb)},"user":${printUser(arrival.user)}`;
    this.#origin = printOrigin(arrival.origin) + printObject(arrival.object);
    this.#received = printTime(arrival.receivedMs);
    this.#emit('RequestReceived', arrival.receivedMs, undefined);
  }

  get wantsRequest(): boolean {
    return isAtLeast(this.level, 'Request');
  }

  get wantsResponse(): boolean {
    return this.level === 'RequestResponse';
  }

  /** As whom it is carried out. */
  noteImpersonated(user: AuditUser): void {
    this.#impersonatedUser = user;
  }

  /** Of what is made, where only the body says it. */
  noteName(name: string): void {
    if (this.#object?.name !== '') return;
    this.#object = { ...this.#object, name };
    this.#origin = printOrigin(this.#arrival.origin) + printObject(this.#object);
  }

  /** Each key once. */
  annotate(key: string, value: string): void {
    this.#annotations += `${this.#annotations === '' ? '' : ','}${quote(key)}:${quote(value)}`;
  }

  /** JSON, on one line; only if it is wanted. */
  noteRequest(json: string): void {
    this.#requestObject = json;
  }

  noteResponse(json: string): void {
    this.#responseObject = json;
  }

  /** What a refusal says. Its words may quote a body. */
  noteFailure({ status, message, reason, details }: Omit<ResponseStatus, 'code'>): void {
    const name = nameIn(details);
    if (name !== undefined) this.noteName(name);
    this.#failure = this.#arrival.hasSecrets ? { status, reason } : { status, message, reason, details };
  }

  /** The answer has begun, and goes on for as long as the client likes. */
  noteStarted(code: number): void {
    this.#emit('ResponseStarted', this.#parts.now(), { ...this.#failure, code });
  }

  /** The last call. Without a code, nothing was answered. */
  complete(code: number | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const response =
      code === undefined ? closedEarly : this.#failure === undefined ? { code } : { ...this.#failure, code };
    this.#emit('ResponseComplete', this.#parts.now(), response);
  }

  /** The server has failed; the answer is over, as far as there was one. */
  notePanic(): void {
    this.#isOver = true;
    this.#emit('Panic', this.#parts.now(), failed);
  }

  #emit(stage: Stage, stageMs: number, response: ResponseStatus | undefined): void {
    const { decision, emit } = this.#parts;
    if (decision.omits.has(stage)) return;
    const [asked, answered] = [this.#requestObject, this.#responseObject];
    const pieces = {
      head: this.#head,
      request: this.#request,
      impersonated:
        this.#impersonatedUser === undefined ? '' : `,"impersonatedUser":${printUser(this.#impersonatedUser)}`,
      origin: this.#origin,
      response: response === undefined ? '' : `,"responseStatus":${printStatus(response)}`,
      bodies:
        (asked === '' ? '' : `,"requestObject":${asked}`) + (answered === '' ? '' : `,"responseObject":${answered}`),
      received: this.#received,
      annotations: this.#annotations === '' ? '' : `,"annotations":{${this.#annotations}}`,
    };
    emit({
      json: joinEvent(pieces, stage, stageMs),
      event: () => ({
        ...this.#arrival,
        ...this.#arrival.origin,
        stage,
        object: this.#object,
        impersonatedUser: this.#impersonatedUser,
        response,
      }),
    });
  }
}

function printObject(object: ObjectReference | undefined): string {
  return object === undefined ? '' : `,"objectRef":${printReference(object)}`;
}

/** The same for all requests of a connection. */
const origins = new WeakMap<Origin, string>();

function printOrigin(origin: Origin): string {
  const known = origins.get(origin);
  if (known !== undefined) return known;
  const { sourceIps, userAgent } = origin;
  const printed =
    (sourceIps.length === 0 ? '' : `,"sourceIPs":${JSON.stringify(sourceIps)}`) +
    (userAgent === '' ? '' : `,"userAgent":${quote(userAgent)}`);
  origins.set(origin, printed);
  return printed;
}

/** Of what was not made. */
function nameIn(details: unknown): string | undefined {
  const { name } = (details ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? name : undefined;
}
