import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Callouts } from './contract.ts';
import { createCallouts } from './create-callouts.ts';
import { makeAuthority, type Authority, type Leaf } from './testing/authority.ts';
import { closeAfterEach, openClient } from './testing/closings.ts';
import { serveNode } from './testing/node-server.ts';
import { noServices, openHandles, post, targetOf } from './testing/posts.ts';
import { plainAnswer, serveScript, type Script } from './testing/scripted-server.ts';

let authority: Authority;
let leaf: Leaf;
beforeAll(() => {
  authority = makeAuthority();
  leaf = authority.issue();
});
afterAll(() => authority.close());

const closings = closeAfterEach();

const open = (): Callouts => openClient(closings);

async function serve(script: Script) {
  const server = await serveScript(leaf, script);
  closings.push(server.close);
  return { ...server, target: targetOf(server.origin, { authorities: authority.pem }) };
}

const ask = async (script: Script, changes = {}) => {
  const { target } = await serve(script);
  return open().call(target, post({ timeoutMs: 60_000, ...changes }));
};

describe('a server that fails in the middle', () => {
  it('closes before it has answered', async () => {
    expect(await ask((socket) => socket.end())).toEqual({ ok: false, kind: 'closed', message: 'EOF', wasSent: true });
  });

  it('closes in the middle of its answer', async () => {
    for (const part of [
      'HTTP/1.1 200',
      plainAnswer.slice(0, -1),
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
    ]) {
      expect(await ask((socket) => socket.end(part))).toMatchObject({ kind: 'closed', message: 'unexpected EOF' });
    }
  });

  it('resets the connection', async () => {
    const answer = await ask((socket) => resetHard(socket));
    expect(answer).toMatchObject({ ok: false, kind: 'closed', wasSent: true });
  });

  it('hangs, before or in the middle of its answer', async () => {
    for (const part of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab']) {
      expect(await ask((socket) => socket.write(part), { timeoutMs: 1_000 })).toMatchObject({
        kind: 'timeout',
        message: 'context deadline exceeded',
        wasSent: true,
      });
    }
  });

  it('answers a little at a time, for ever', async () => {
    const script: Script = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    };
    expect(await ask(script, { timeoutMs: 1_000 })).toMatchObject({ kind: 'timeout' });
  });

  it('answers what is no HTTP', async () => {
    for (const [garbage, words] of [
      ['SSH-2.0-OpenSSH_9.2\r\n', 'malformed HTTP response'],
      ['HTTP/1.1 abc\r\n\r\n', 'malformed HTTP response'],
      ['HTTP/1.1 200 OK\r\nno colon\r\n\r\n', 'malformed MIME header line'],
      ['HTTP/1.1 200 OK\r\n folded: x\r\n\r\n', 'malformed MIME header line'],
      ['HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', 'bad Content-Length'],
      ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 'bad Content-Length'],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n', 'unsupported transfer encoding'],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 'invalid byte in chunk length'],
      ['HTTP/1.1 101 Switching Protocols\r\n\r\n', 'unexpected 101 response'],
      ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(6), 'too many 1xx'],
      [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`, 'response headers too large'],
    ] as const) {
      const answer = await ask((socket) => socket.write(garbage));
      expect(answer).toMatchObject({ kind: 'garbage', wasSent: true });
      expect(answer.ok ? '' : answer.message).toContain(words);
    }
  });

  it('sends a hundred megabytes, of which as many bytes are taken as agreed', async () => {
    let sent = 0;
    const answer = await ask(
      (socket) => {
        const piece = Buffer.alloc(64 * 1024);
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${100 * 1024 * 1024}\r\n\r\n`);
        const more = (): void => {
          while (!socket.destroyed) {
            sent += piece.length;
            if (!socket.write(piece)) return void socket.once('drain', more);
          }
        };
        more();
      },
      { maxAnswerBytes: 64 * 1024 },
    );
    expect(answer).toMatchObject({ kind: 'tooLarge', wasSent: true });
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  it('answers well, in unusual ways', async () => {
    for (const [text, body] of [
      ['HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab', 'ab'],
      ['HTTP/1.0 200 OK\r\n\r\nuntil the end', 'until the end'],
      ['HTTP/1.1 200\r\nTransfer-Encoding: Chunked\r\n\r\n2;a=b\r\nab\r\n3 \r\ncde\r\n0\r\nx: y\r\n\r\n', 'abcde'],
      ['HTTP/1.1 200 OK\r\nContent-Length:\t 2 \r\nX:\r\n\r\nab', 'ab'],
    ] as const) {
      const answer = await ask((socket) => socket.end(text));
      expect(answer.ok && answer.body.toString()).toBe(body);
    }
  });

  it('says more than it was asked: its connection is not used again', async () => {
    const server = await serve((socket) => socket.write(`${plainAnswer}${plainAnswer}`));
    const callouts = open();
    for (let count = 0; count < 3; count += 1) {
      expect(await callouts.call(server.target, post())).toMatchObject({ ok: true, body: Buffer.from('ok') });
    }
    expect(server.accepted()).toBe(3);
  });

  it('is killed, with a hundred requests under way', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'callouts-'));
    closings.push(() => rmSync(directory, { recursive: true }));
    const script = join(directory, 'server.py');
    writeFileSync(script, pythonServer);
    const child = spawn('python3', [script, leaf.files.cert, leaf.files.key], { stdio: ['ignore', 'pipe', 'ignore'] });
    closings.push(() => child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const target = targetOf(`https://localhost:${line.toString().trim()}`, { authorities: authority.pem });
    const callouts = open();
    expect(await callouts.call(target, post({ path: '/ok' }))).toMatchObject({
      ok: true,
      body: Buffer.from('{"a":1}'),
    });
    const calls = Array.from({ length: 100 }, () => callouts.call(target, post({ path: '/hang' })));
    await delay(200);
    child.kill('SIGKILL');
    const outcomes = await Promise.all(calls);
    expect(new Set(outcomes.map((each) => (each.ok ? 'ok' : each.kind)))).toEqual(new Set(['closed', 'unreachable']));
  });
});

const pythonServer = `
import http.server, ssl, sys, time
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        if self.path == '/hang': time.sleep(60)
        self.send_response(200)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *args): pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
`;

function resetHard(socket: TLSSocket): void {
  (socket as unknown as { readonly _parent: { resetAndDestroy(): void } })._parent.resetAndDestroy();
}

describe('after a thousand calls, each with a fault', () => {
  it('no socket and no timer is left', async () => {
    const before = openHandles();
    const callouts = createCallouts({ resolveService: noServices });
    const scripted = await serve((socket, count) => misbehave(socket, count));
    const node = await serveNode({
      leaf,
      version: 'h2',
      answer: (_, response, count) => {
        if (count % 4 === 0) response.stream.close(2);
        else if (count % 4 === 1) response.stream.session?.destroy();
        else if (count % 4 === 2) response.end('ok');
      },
    });
    closings.push(() => node.close());
    const targets = [scripted.target, targetOf(node.origin, { authorities: authority.pem })];
    const outcomes: Promise<string>[] = [];
    for (let count = 0; count < 1_000; count += 1) {
      const target = targets[count % targets.length] ?? scripted.target;
      const leaving = new AbortController();
      const request = post({ timeoutMs: 20 + (count % 50), maxAnswerBytes: 1_000, signal: leaving.signal });
      if (count % 7 === 0) setTimeout(() => leaving.abort(), count % 30);
      outcomes.push(callouts.call(target, request).then((outcome) => (outcome.ok ? 'ok' : outcome.kind)));
      if (count % 20 === 19) await Promise.all(outcomes.splice(0));
    }
    callouts.close();
    scripted.close();
    node.close();
    for (let tries = 0; tries < 3_000; tries += 1) {
      if (isNoMore(openHandles(), before) && scripted.open() + node.connections() === 0) break;
      await delay(20);
    }
    expect(isNoMore(openHandles(), before) ? 'none left' : openHandles()).toBe('none left');
    expect(scripted.open() + node.connections()).toBe(0);
  });
});

function misbehave(socket: TLSSocket, count: number): void {
  switch (count % 8) {
    case 0:
      return void socket.end();
    case 1:
      return void socket.destroy();
    case 2:
      return void socket.write('garbage\r\n\r\n');
    case 3:
      return undefined;
    case 4:
      return void socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(5_000)}`);
    case 5:
      return void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab');
    default:
      return void socket.write(plainAnswer);
  }
}

function isNoMore(now: Readonly<Record<string, number>>, before: Readonly<Record<string, number>>): boolean {
  return Object.entries(now).every(([type, count]) => count <= (before[type] ?? 0));
}
