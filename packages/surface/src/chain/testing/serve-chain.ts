/**
 * For tests: the whole chain behind a real socket. Each station writes down what it was asked; who a caller is, what they
 * may do and what the registry answers is for the test to say. A bearer token is the name of a user.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { createApiScheme } from '@keelson/api';
import { createAuditor, type Auditor } from '@keelson/audit';
import { mastersGroup, type Decision } from '@keelson/auth';
import { openLane } from '@keelson/http';
import { failure, type RequestAttributes, type UserInfo } from '@keelson/meta';
import type { Registry } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import { createMetrics, silentLogger, type Metrics, type MaybePromise } from '@keelson/telemetry';

import { createRequestMetrics } from '../../metrics/request-metrics.ts';
import { createJoinedItems } from '../../represent/joined-items.ts';
import { UnreadAnswers, type UnreadOptions } from '../../transit/unread-answers.ts';
import { Uploads, type UploadOptions } from '../../transit/uploads.ts';
import type { VerbContext } from '../../exchange/verb-context.ts';
import { createHandler } from '../handler.ts';
import { createInFlight, type InFlightLimits } from '../in-flight.ts';
import type { Forward, ForwardedRequest } from '../../exchange/forward.ts';
import type { Turn, Turns } from '../../exchange/turns.ts';

export interface ChainServed {
  readonly port: number;
  /** The calls of the stations, in order. */
  readonly steps: string[];
  /** Codes by the urls of requests whose audit record has ended. */
  readonly audited: Map<string, number | undefined>;
  readonly inFlight: Turns;
  /** The values of a metric, as they are printed. */
  metric(name: string): Promise<string>;
}

export interface ServeChainOptions {
  readonly limits?: InFlightLimits;
  readonly uploads?: UploadOptions;
  readonly unread?: UnreadOptions;
  readonly requestTimeoutMs?: number;
  readonly authorize?: (user: UserInfo, attributes: RequestAttributes) => MaybePromise<Decision>;
  /** By default there is room for all. */
  readonly turns?: Turns;
  readonly registry?: Partial<Registry>;
  readonly scheme?: Scheme;
  /** By default, objects are sent as they are stored. */
  readonly derive?: VerbContext['derive'];
  readonly page?: string;
  /** Carries out requests for all of `batch/v1`. */
  readonly forward?: Forward;
}

const many = { count: 1_000, bytes: 1_000_000_000 };
const wide = { perUser: many, total: many };
const patient = { silenceSeconds: 1_000, graceSeconds: 1_000, leastBytesPerSecond: 0 };

const servers: Server[] = [];
const sockets: Socket[] = [];

/** To be called after each test. */
export async function closeChains(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

export async function serveChain(options: ServeChainOptions = {}): Promise<ChainServed> {
  const steps: string[] = [];
  const audited = new Map<string, number | undefined>();
  const scheme = options.scheme ?? createApiScheme();
  const { forward } = options;
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const inFlight = createInFlight(options.limits ?? { reading: 0, mutating: 0 });
  const observer = createRequestMetrics({ metrics, release: '1.24', inFlight, validatesFields: true });
  const handler = createHandler({
    context: {
      registry: noting(options.registry ?? {}, steps),
      scheme,
      derive: options.derive ?? (({ value }) => value),
      joined: createJoinedItems(1_000_000),
      joinedEvents: createJoinedItems(1_000_000),
      bodyLimitBytes: 1_000_000,
      minWatchTimeoutMs: 60_000,
      watchEvents: observer.watchEvents,
      random: Math.random,
      now: () => new Date(),
      logger: silentLogger,
    },
    routes: { scheme, isServed: () => true, ...(forward && { isRemote: (group: string) => group === 'batch' }) },
    ...(forward && { forward: (request: ForwardedRequest) => (steps.push('forward'), forward(request)) }),
    authenticate: ({ bearerToken }) => {
      steps.push(`who ${bearerToken?.text ?? 'nobody'}`);
      return bearerToken === undefined || bearerToken.text === 'stranger' ? undefined : userOf(bearerToken.text);
    },
    credentials: { peerOf: () => ({ kind: 'none' }), proxyHeaders: { user: [], group: [], extraPrefixes: [] } },
    authorizer: {
      authorize: (user, attributes) => {
        steps.push(`may ${user.name} ${attributes.verb}`);
        return options.authorize?.(user, attributes) ?? { verdict: 'allow' };
      },
    },
    turns: notingTurns(options.turns ?? inFlight, steps),
    uploads: new Uploads(options.uploads ?? { budgets: wide, pace: patient }),
    unread: new UnreadAnswers(options.unread ?? { budgets: wide, patienceSeconds: 1_000 }),
    requestTimeoutMs: options.requestTimeoutMs ?? 60_000,
    release: '1.24',
    documents: (_, response) => {
      steps.push('page');
      response.end(options.page ?? 'page');
    },
    auditor: createNotingAuditor(metrics, steps, audited),
    observer,
  });
  const server = createServer(handler.answer);
  const { answer: answerNode, answerQuickly: answer } = handler;
  openLane({ server, answer, answerNode, keepAliveMs: 60_000, firstRequestMs: 60_000 });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const metric = async (name: string): Promise<string> => {
    const { text } = await metrics.print();
    return text.match(new RegExp(`^${name}[ {].*$`, 'gm'))?.join('\n') ?? '';
  };
  return { port, steps, audited, inFlight, metric };
}

function userOf(name: string): UserInfo {
  return { name, groups: name === 'admin' ? [mastersGroup] : [] };
}

/** Refuses, or lets the request wait; there is no flow. */
export function turnsOf(ask: Turns['ask']): Turns {
  return { classify: () => undefined, ask, count: () => 0, peak: () => 0 };
}

function notingTurns(turns: Turns, steps: string[]): Turns {
  const noted = (turn: Turn, name: string): Turn => ({
    waiting: turn.waiting,
    ...(turn.describe !== undefined && { describe: () => turn.describe?.() ?? '' }),
    done: () => {
      steps.push(`done ${name}`);
      turn.done();
    },
  });
  return {
    ...turns,
    ask: (request, schema) => {
      const { user, work } = request;
      steps.push(`turn ${user.name} ${work}`);
      const asked = turns.ask(request, schema);
      return asked && noted(asked, user.name);
    },
  };
}

/** Refuses what the test does not answer. */
function noting(registry: Partial<Registry>, steps: string[]): Registry {
  const gone = { ok: false, status: failure('Gone', 'nothing is here') } as const;
  const note = <Arguments extends unknown[], Result>(
    name: string,
    answer: (...given: Arguments) => Result,
  ): ((...given: Arguments) => Result) => {
    return (...given) => {
      steps.push(name);
      return answer(...given);
    };
  };
  return {
    get: note('get', registry.get ?? (() => gone)),
    list: note('list', registry.list ?? (() => Promise.resolve(gone))),
    watch: note('watch', registry.watch ?? (() => gone)),
    create: note('create', registry.create ?? (() => Promise.resolve(gone))),
    update: note('update', registry.update ?? (() => Promise.resolve(gone))),
    patch: note('patch', registry.patch ?? (() => Promise.resolve(gone))),
    delete: note('delete', registry.delete ?? (() => Promise.resolve(gone))),
    deleteCollection: note('deletecollection', registry.deleteCollection ?? (() => Promise.resolve(gone))),
    connect: note('connect', registry.connect ?? (() => Promise.resolve(gone))),
  };
}

function createNotingAuditor(metrics: Metrics, steps: string[], audited: Map<string, number | undefined>): Auditor {
  const cell = metrics.counter({ name: 'audited', help: 'For tests.', stability: 'ALPHA' }).with({});
  return createAuditor({
    decide: () => (request) => {
      steps.push(`record ${request.user?.name ?? 'nobody'}`);
      return { level: 'Metadata', omits: new Set(), omitsManagedFields: false };
    },
    sinks: [
      {
        write: (source) => {
          const { requestUri, stage, response } = source.event();
          if (stage === 'ResponseComplete' || stage === 'Panic') audited.set(requestUri, response?.code);
        },
        close: () => Promise.resolve(),
      },
    ],
    metrics: {
      events: cell,
      byLevel: { None: cell, Metadata: cell, Request: cell, RequestResponse: cell },
      onLost: () => () => undefined,
    },
    group: 'audit.k8s.io',
  });
}

export interface RawClient {
  readonly socket: Socket;
  came(): string;
  /** Resolves when the received text matches. Rejects if the connection closes before. */
  whenCame(pattern: RegExp): Promise<void>;
  readonly closed: Promise<void>;
}

export function openRaw({ port }: Pick<ChainServed, 'port'>, { reads = true } = {}): RawClient {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  let text = '';
  if (reads) socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => undefined);
  const whenCame = async (pattern: RegExp): Promise<void> => {
    const gone = closed.then(() => {
      if (!pattern.test(text)) throw new Error(`closed after ${JSON.stringify(text)}`);
    });
    while (!pattern.test(text)) await Promise.race([once(socket, 'data'), gone]);
  };
  return { socket, came: () => text, whenCame, closed };
}

/** The head of a request of a user. */
export function head(user: string, line: string, ...headers: string[]): string {
  return `${[`${line} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${user}`, ...headers].join('\r\n')}\r\n\r\n`;
}
