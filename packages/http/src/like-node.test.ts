/** A Node server and one behind a lane, given the same bytes, cut at the same places, must be indistinguishable. */
import { once } from 'node:events';
import { createServer, METHODS, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { Incoming, Outgoing } from './exchange.ts';
import { openLane, type Lane } from './lane.ts';
import { answerUpgrades } from './node/answer-upgrades.ts';
import { NodeIncoming } from './node/node-incoming.ts';
import { conversations, type Conversation } from './testing/conversations.ts';

/** `KEELSON_CONVERSATIONS` sets another number. */
const count = Number(process.env['KEELSON_CONVERSATIONS'] ?? 600);
const atOnce = 60;
const seed = 1;
/** Consecutive polls without bytes that count as quiet: longer than the lane's patience, on a busy machine too. */
const quietLooks = 13;
const lookMs = 10;
/** For an answer that is under way, which a busy machine takes long for. */
const mostLooks = 500;

/** Timers that are late come one after the other, with no look at what came in between. */
async function look(): Promise<void> {
  await delay(lookMs);
  await turn();
}
const keepAliveMs = 60_000;

interface Asked {
  readonly what: readonly unknown[];
  body: string;
  by: string;
  closes: number;
  isUnderWay: boolean;
}

interface Log {
  readonly asked: Asked[];
  hasFailed: boolean;
}

/** By the two ends of the connection: the same port may be used for both servers. */
const logs = new Map<string, Log>();
const logOf = ({ localPort, remotePort }: Socket): Log | undefined => logs.get(`${localPort} ${remotePort}`);

function answer(incoming: Incoming, response: Outgoing, by: string): void {
  const { method, url, headers, rawHeaders, connection } = incoming;
  const { socket } = connection;
  const asked: Asked = {
    what: [method, url, { ...headers }, [...rawHeaders]],
    body: 'aborted',
    by,
    closes: 0,
    isUnderWay: false,
  };
  logOf(socket)?.asked.push(asked);
  response.once('close', () => {
    asked.closes += 1;
    asked.isUnderWay = false;
  });
  void incoming.readBody(1_000_000).then(async (body) => {
    asked.body = body.ok ? Buffer.from(body.bytes).toString('latin1') : body.reason;
    asked.isUnderWay = asked.closes === 0;
    if (url.includes('late')) await delay(5);
    if (response.destroyed) return;
    if (url.includes('chunks')) {
      response.flushHeaders();
      response.write(Buffer.from(method));
    }
    response.end(Buffer.from(`${method} ${url} ${asked.body}${' '.repeat(url.includes('long') ? 200_000 : 0)}`));
  });
}

function createNodes(): Server {
  const byNode = (message: IncomingMessage, response: ServerResponse): void =>
    answer(new NodeIncoming(message), response, 'node');
  return createServer({ keepAliveTimeout: keepAliveMs }, byNode).on('clientError', (_, socket: Socket) => {
    const log = logOf(socket);
    if (log !== undefined) log.hasFailed = true;
    socket.destroy();
  });
}

let [plain, quick]: [Server?, Server?] = [];
let lane: Lane | undefined;
beforeAll(async () => {
  [plain, quick] = [createNodes(), createNodes()];
  // Node answers a request for another protocol in its own way, or lets go of the connection.
  const [readOn] = plain.listeners('connection');
  answerUpgrades({
    server: plain,
    onUpgrade: () => undefined,
    handOver: (socket, bytes) => {
      readOn?.call(plain, socket);
      socket.resume();
      if (bytes.length > 0) socket.unshift(bytes);
    },
    keepAliveSeconds: () => keepAliveMs / 1_000,
  });
  lane = openLane({
    server: quick,
    keepAliveMs,
    firstRequestMs: 60_000,
    answer: (incoming, response) => {
      if (incoming.url.startsWith('/page')) return false;
      answer(incoming, response, 'lane');
      return true;
    },
    answerNode: (message, response) => answer(new NodeIncoming(message), response, 'page'),
  });
  for (const server of [plain, quick]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  lane?.cutOff();
  for (const server of [plain, quick]) server?.close().closeAllConnections();
});

interface Outcome extends Log {
  readonly answers: readonly string[];
  readonly isOpen: boolean;
}

async function converse(server: Server | undefined, { bytes, cuts }: Conversation): Promise<Outcome> {
  const { port } = server?.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const log: Log = { asked: [], hasFailed: false };
  const came: Buffer[] = [];
  let looks = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    came.push(chunk);
    looks = 0;
  });
  await once(socket, 'connect');
  logs.set(`${port} ${socket.localPort}`, log);
  let from = 0;
  for (const { at, waitMs } of [...cuts, { at: bytes.length, waitMs: 0 }]) {
    if (at > from && socket.writable) socket.write(bytes.subarray(from, at));
    from = at;
    await (waitMs > 0 ? delay(waitMs) : turn());
  }
  const isQuiet = (): boolean => looks >= quietLooks && !log.asked.some(({ isUnderWay }) => isUnderWay);
  for (; !socket.closed && !isQuiet() && looks < mostLooks; looks += 1) await look();
  const answers = readAnswers(Buffer.concat(came).toString('latin1'));
  const outcome = { ...log, answers, isOpen: !socket.closed };
  socket.destroy();
  const isClosed = (): boolean => log.asked.every(({ closes }) => closes > 0);
  for (let count = 0; count < 10 * quietLooks && !isClosed(); count += 1) await look();
  return outcome;
}

/** Without what differs by nature: the order of headers, the date, the size of chunks. */
function readAnswers(text: string): string[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .map((each) => each.replace(/\r\n(?:[0-9a-f]+)(?=\r\n)/g, ''))
    .map((each) => {
      const [head = '', ...body] = each.split('\r\n\r\n');
      const kept = /^HTTP\/1\.1 \d+|^(?:connection|keep-alive|content-length|transfer-encoding): .*/gim;
      return [...(head.match(kept) ?? []).map((line) => line.toLowerCase()).sort(), body.join('').trim()].join('|');
    });
}

/**
 * As far as Node's server says the same about the same twice. Without a lane before it, it also hands on requests whose
 * answers are never sent, as the connection ends with an answer before; so only the first `counted` are compared.
 */
function comparable({ asked, answers, hasFailed, isOpen }: Outcome, other: Outcome, counted: number): unknown {
  const isCut = hasFailed || other.hasFailed;
  // A request body under way when the connection is cut may break off at any point.
  const isAborted = asked.map(
    ({ body }, index) => isCut && (body === 'aborted' || other.asked[index]?.body === 'aborted'),
  );
  return {
    asked: asked.slice(0, counted).map(({ what, body }, index) => [what, isAborted[index] === true ? '' : body]),
    answers: isCut ? [] : answers,
    hasFailed,
    isOpen,
  };
}

/** Node refuses a request without a host by itself, and what comes behind it or not is a matter of time. */
function isHostless({ answers, hasFailed }: Outcome): boolean {
  return !hasFailed && answers.some((each) => each.includes('|http/1.1 400|'));
}

/** The one thing in which the lane differs: Node's parser ends the connection at a method that it does not know. */
function hasUnknownMethod({ asked }: Outcome): boolean {
  return asked.some(({ what: [method] }) => typeof method === 'string' && !METHODS.includes(method));
}

type Difference = Readonly<Record<string, unknown>>;

/** `undefined` if the servers are indistinguishable. */
async function findDifference(said: Conversation, readBy: Map<string, number>): Promise<Difference | undefined> {
  const [one, other] = await Promise.all([converse(plain, said), converse(quick, said)]);
  for (const { by } of other.asked) readBy.set(by, (readBy.get(by) ?? 0) + 1);
  const counted = one.hasFailed || !one.isOpen ? other.asked.length : Infinity;
  const [wanted, got] = [comparable(one, other, counted), comparable(other, one, counted)];
  const isSame = isHostless(one) || hasUnknownMethod(other) || JSON.stringify(wanted) === JSON.stringify(got);
  const isClosedOnce = other.asked.every(({ closes }) => closes === 1);
  return isSame && isClosedOnce ? undefined : { ...said, bytes: said.bytes.toString('latin1'), wanted, got, other };
}

describe('a server with a lane before it', () => {
  it(`sees and answers what one without sees and answers (${count} conversations, seed ${seed})`, async () => {
    const left = fc.sample(conversations, { numRuns: count, seed });
    const readBy = new Map<string, number>();
    const doubtful: Conversation[] = [];
    const work = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        if ((await findDifference(next, readBy)) !== undefined) doubtful.push(next);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    // Where the machine stood still, one of the two may have been late. A difference that is one shows every time.
    const differences: Difference[] = [];
    for (const each of doubtful) {
      let difference: Difference | undefined;
      for (let trial = 0; trial < 4; trial += 1) {
        difference = await findDifference(each, readBy);
        if (difference === undefined) break;
      }
      if (difference !== undefined) differences.push(difference);
    }
    expect(differences.slice(0, 3)).toEqual([]);
    for (const by of ['lane', 'page', 'node']) expect(readBy.get(by)).toBeGreaterThan(0);
  });
});
