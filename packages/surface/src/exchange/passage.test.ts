/** Responses that share their connection with others, as those over HTTP/2 do. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { connectionOf, type Backlog, type Incoming, type Outgoing } from '@keelson/http';

import { createFindRoute } from '../request/route.ts';
import { UnreadAnswers } from '../transit/unread-answers.ts';
import { Passage } from './passage.ts';

const mebibyte = 1024 * 1024;
const findRoute = createFindRoute({ scheme: createApiScheme(), isServed: () => true });
const server = createServer();
let socket: Socket;

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
});

afterEach(() => {
  socket.destroy();
  server.close();
});

function begin(backlog: Backlog, unread: UnreadAnswers) {
  const url = '/apis/batch/v1/namespaces/a/jobs';
  const connection = connectionOf(socket);
  const incoming = { method: 'GET', url, headers: {}, rawHeaders: [], connection } satisfies Partial<Incoming>;
  const response = { bodyBytes: 0, backlog, writableEnded: false, destroyed: false } satisfies Partial<Outgoing>;
  let cuts = 0;
  const passage = new Passage(incoming as unknown as Incoming, response as unknown as Outgoing, findRoute('GET', url), {
    unread,
    onCutOff: () => (cuts += 1),
    showPage: () => undefined,
  });
  passage.identify({ name: 'alice', groups: [], extra: {} });
  return { passage, cuts: () => cuts };
}

const narrow = {
  budgets: { perUser: { count: 10, bytes: mebibyte }, total: { count: 10, bytes: 10 * mebibyte } },
  patienceSeconds: 1,
  tickMs: 5,
};

it('cuts off the response that waits, and not its connection', async () => {
  const unread = new UnreadAnswers(narrow);
  let cutOff: () => void = () => undefined;
  const isCut = new Promise<void>((resolve) => (cutOff = resolve));
  const { passage, cuts } = begin({ bytes: () => 2 * mebibyte, onceRead: () => undefined, cutOff }, unread);
  passage.waits();
  await isCut;
  expect([cuts(), socket.destroyed]).toEqual([1, false]);
});

it('counts what waits of a response that is over until its client has read it', () => {
  const unread = new UnreadAnswers({ ...narrow, patienceSeconds: 1_000 });
  let settle: () => void = () => undefined;
  const onceRead = (read: () => void): void => void (settle = read);
  const { passage } = begin({ bytes: () => 2 * mebibyte, onceRead, cutOff: () => undefined }, unread);
  passage.end();
  expect(unread.hasRoom('alice')).toBe(false);
  settle();
  expect(unread.hasRoom('alice')).toBe(true);
});
