/** What is written down about one request, from its coming to its end. */
import type { AuditEvent, AuditUser, Level, ObjectReference, Origin, ResponseStatus, Stage } from './event.ts';
import { isAtLeast } from './event.ts';
import type { PolicyDecision } from './policy/compile-policy.ts';
import { printReference, printStatus, printTime, printUser, quote } from './print-event.ts';
import type { EventSource } from './sinks/sink.ts';

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
  readonly emit: (json: string, source: EventSource) => void;
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

/** Puts JSON together by hand, of pieces that are made once for all events of the request. */
export class AuditRecord implements EventSource {
  readonly level: Level;
  readonly omitsManagedFields: boolean;
  readonly #arrival: Arrival;
  readonly #parts: RecordParts;
  readonly #head: string;
  readonly #request: string;
  readonly #received: string;
  #object: ObjectReference | undefined;
  #reference: string;
  #impersonatedUser: AuditUser | undefined;
  #failure: Omit<ResponseStatus, 'code'> | undefined;
  #requestObject = '';
  #responseObject = '';
  #annotations = '';
  #stage: Stage = 'RequestReceived';
  #response: ResponseStatus | undefined;
  #isOver = false;

  constructor(arrival: Arrival, parts: RecordParts) {
    const { level, omitsManagedFields } = parts.decision;
    this.#arrival = arrival;
    this.#parts = parts;
    this.level = arrival.hasSecrets && isAtLeast(level, 'Metadata') ? 'Metadata' : level;
    this.omitsManagedFields = omitsManagedFields;
    this.#object = arrival.object;
    this.#head = `${parts.heads[this.level]}${arrival.auditId}","stage":"`;
    const user = arrival.user === undefined ? '{}' : printUser(arrival.user);
    this.#request = `","requestURI":${quote(arrival.requestUri)},"verb":${quote(arrival.verb)},"user":${user}`;
    this.#reference = printObject(arrival.object);
    this.#received = `,"requestReceivedTimestamp":"${printTime(arrival.receivedMs)}","stageTimestamp":"`;
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
    this.#reference = printObject(this.#object);
  }

  /** Each key once. */
  annotate(annotations: Readonly<Record<string, string>>): void {
    this.#annotations += printAnnotations(annotations);
  }

  /** JSON, on one line; only if it is wanted. */
  noteRequest(json: string): void {
    this.#requestObject = `,"requestObject":${json}`;
  }

  noteResponse(json: string): void {
    this.#responseObject = `,"responseObject":${json}`;
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
    this.#emit('ResponseComplete', this.#parts.now(), code === undefined ? closedEarly : { ...this.#failure, code });
  }

  /** The server has failed; the answer is over, as far as there was one. */
  notePanic(): void {
    this.#isOver = true;
    this.#emit('Panic', this.#parts.now(), failed);
  }

  event(): AuditEvent {
    return {
      ...this.#arrival,
      ...this.#arrival.origin,
      stage: this.#stage,
      object: this.#object,
      impersonatedUser: this.#impersonatedUser,
      response: this.#response,
    };
  }

  #emit(stage: Stage, stageMs: number, response: ResponseStatus | undefined): void {
    const { decision, emit } = this.#parts;
    if (decision.omits.has(stage)) return;
    this.#stage = stage;
    this.#response = response;
    const as = this.#impersonatedUser === undefined ? '' : `,"impersonatedUser":${printUser(this.#impersonatedUser)}`;
    const status = response === undefined ? '' : `,"responseStatus":${printStatus(response)}`;
    const annotations = this.#annotations === '' ? '}' : `,"annotations":{${this.#annotations.slice(1)}}}`;
    const origin = printOrigin(this.#arrival.origin);
    const json =
      `${this.#head}${stage}${this.#request}${as}${origin}${this.#reference}${status}` +
      `${this.#requestObject}${this.#responseObject}${this.#received}${printTime(stageMs)}"${annotations}`;
    emit(json, this);
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

/** What is said of many requests is said with the same object. */
const annotated = new WeakMap<Readonly<Record<string, string>>, string>();

/** Each with a comma before it. */
function printAnnotations(annotations: Readonly<Record<string, string>>): string {
  let printed = annotated.get(annotations);
  if (printed !== undefined) return printed;
  printed = Object.entries(annotations)
    .map(([key, value]) => `,${quote(key)}:${quote(value)}`)
    .join('');
  annotated.set(annotations, printed);
  return printed;
}

/** Of what was not made. */
function nameIn(details: unknown): string | undefined {
  const { name } = (details ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? name : undefined;
}
