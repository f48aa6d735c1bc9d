import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { Outgoing } from '../exchange.ts';
import { closeServed, get, open, serve, type Client } from '../testing/serve.ts';

afterEach(closeServed);

/** Sends requests to a server that answers `/` with `answer` and `/next` with its name. */
async function ask(answer: (response: Outgoing) => void, requests = get('/')): Promise<Client> {
  const client = open(
    await serve(({ url }, response) => {
      if (url === '/') answer(response);
      else response.end(url);
    }),
  );
  client.socket.write(requests);
  return client;
}

describe('a quick response', () => {
  it('sends in chunks what has no length, as it comes', async () => {
    let response: Outgoing | undefined;
    const client = open(
      await serve((_, outgoing) => {
        response = outgoing;
        outgoing.writeHead(200, { 'Content-Type': 'text/plain' });
        outgoing.flushHeaders();
      }),
    );
    client.socket.write(get('/'));
    await once(client.socket, 'data');
    expect(client.came()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Transfer-Encoding: chunked\r\n\r\n$/s);
    response?.write(Buffer.from('hello'));
    await once(client.socket, 'data');
    response?.write(Buffer.from('x'.repeat(100_000)));
    response?.end();
    while (!client.came().endsWith('0\r\n\r\n')) await once(client.socket, 'data');
    expect(client.came()).toContain('\r\n\r\n5\r\nhello\r\n186a0\r\nxxx');
  });

  it.each([
    ['a tail', ['body', '\n'], 'body\n'],
    ['a tail in pieces', ['body', 'a', 'b'], 'bodyab'],
    ['a large body with a tail', ['x'.repeat(70_000), '\n'], `${'x'.repeat(70_000)}\n`],
    ['a tail that is most of it', ['a', 'bcdefgh'], 'abcdefgh'],
  ])('sends %s behind what it belongs to', async (_, pieces, whole) => {
    const client = await ask(
      (response) => {
        response.writeHead(200, { 'Content-Length': whole.length });
        for (const piece of pieces) response.write(Buffer.from(piece));
        response.end();
      },
      `${get('/')}${get('/next')}`,
    );
    while (!client.came().endsWith('/next')) await once(client.socket, 'data');
    expect(client.came()).toContain(`\r\n\r\n${whole}HTTP/1.1 200 OK`);
  });

  it('ends the connection where the tail never comes', async () => {
    const client = await ask((response) => {
      response.writeHead(200, { 'Content-Length': 5 });
      response.write(Buffer.from('body'));
      response.end();
    });
    await client.closed;
    expect(client.came()).not.toContain('body\n');
  });

  it('counts what was written of the body, however it is sent', async () => {
    const counted: (number | undefined)[] = [];
    const count = (response: Outgoing): void => {
      response.once('close', () => counted.push(response.bodyBytes));
    };
    const client = await ask(
      (response) => {
        count(response);
        response.writeHead(200);
        response.write(Buffer.from('chunk'));
        response.write(Buffer.alloc(70_000));
        response.end(Buffer.from('last'));
      },
      `${get('/')}${get('/next')}`,
    );
    while (!client.came().endsWith('/next')) await once(client.socket, 'data');
    const short = await ask((response) => {
      count(response);
      response.writeHead(200, { 'Content-Length': 5 });
      response.write(Buffer.from('body'));
      response.end('\n');
    });
    await short.whenCame(/body\n$/);
    const none = await ask((response) => {
      count(response);
      response.writeHead(304);
      response.end('nothing');
    });
    await none.whenCame(/\r\n\r\n$/);
    expect(counted).toEqual([70_009, 5, 0]);
  });

  it('says when there is no room, and when there is again', async () => {
    const events: string[] = [];
    const client = open(
      await serve((_, outgoing) => {
        outgoing.writeHead(200);
        outgoing.once('drain', () => {
          events.push('drain');
          outgoing.end();
        });
        const piece = Buffer.alloc(1_000_000);
        while (outgoing.write(piece));
        events.push('full');
      }),
    );
    client.socket.pause();
    client.socket.write(get('/'));
    await delay(100);
    client.socket.resume();
    while (!client.came().endsWith('0\r\n\r\n')) await once(client.socket, 'data');
    expect(events).toEqual(['full', 'drain']);
  });

  it('refuses headers that would begin another one, and can be another answer then', async () => {
    const errors: unknown[] = [];
    const client = await ask((response) => {
      try {
        response.setHeader('Warning', ['fine', 'a\r\nSet-Cookie: b']);
      } catch (error) {
        errors.push(error);
      }
      try {
        response.writeHead(200, { 'X-Large': '\u20ac' });
      } catch (error) {
        errors.push(error);
        response.writeHead(500, { 'Content-Length': 1 });
        response.end('e');
      }
    });
    await client.whenCame(/^HTTP\/1\.1 500 [^€]*\r\n\r\ne$/);
    expect(client.came()).not.toMatch(/Cookie|X-Large|Warning/);
    expect(client.came()).not.toContain('Set-Cookie');
    expect(errors.map(String)).toEqual([
      expect.stringContaining('Warning has letters'),
      expect.stringContaining('X-Large has letters'),
    ]);
  });

  it('sends a header as often as it has values, and the last of what was set twice', async () => {
    const client = await ask((response) => {
      response.setHeader('Warning', ['a', 'b']);
      response.setHeader('x-once', '1');
      response.setHeader('X-Once', '2');
      response.end('c');
    });
    await client.whenCame(/\r\n\r\nc$/);
    expect(client.came()).toMatch(/Warning: a\r\nWarning: b\r\nX-Once: 2\r\n/);
  });

  it('has one head', async () => {
    const errors: unknown[] = [];
    const client = await ask((response) => {
      response.writeHead(200);
      for (const again of [() => response.writeHead(500), () => response.setHeader('A', 'b')]) {
        try {
          again();
        } catch (error) {
          errors.push(error);
        }
      }
      response.end('a');
    });
    await client.whenCame(/0\r\n\r\n$/);
    expect(errors).toHaveLength(2);
    expect(client.came().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it.each([
    ['a head alone', (response: Outgoing) => response.writeHead(204)],
    ['a body', (response: Outgoing) => response.writeHead(304, { Etag: '"1"' })],
  ])('has no body where there is none to be, with %s', async (_, begin) => {
    const client = await ask(
      (response) => {
        begin(response);
        response.write(Buffer.from('body'));
        response.end('more');
      },
      get('/') + get('/next'),
    );
    await client.whenCame(/\/next$/);
    expect(client.came()).toMatch(/^HTTP\/1\.1 [^]*?\r\n\r\nHTTP\/1\.1 200 /);
    const [head] = client.came().split('\r\n\r\n');
    expect(head).not.toMatch(/chunked|Content-Length/);
  });

  it.each([
    ['less', '1234'],
    ['more', '123456'],
  ])(
    'cuts the connection off that got %s than was told: nobody could tell where the next one begins',
    async (_, body) => {
      const client = await ask(
        (response) => {
          response.writeHead(200, { 'Content-Length': 5 });
          response.end(body);
        },
        get('/') + get('/next'),
      );
      await client.closed;
      expect(client.came()).not.toContain('/next');
    },
  );

  it('ends the connection if it says so', async () => {
    const client = await ask(
      (response) => {
        response.setHeader('connection', 'close');
        response.end('last');
      },
      get('/') + get('/next'),
    );
    await client.closed;
    expect(client.came()).toMatch(/connection: close\r\n[^]*\r\n\r\nlast$/);
    expect(client.came()).not.toContain('keep-alive');
  });

  it('is over once: what comes later changes neither it nor the next one', async () => {
    const closes: string[] = [];
    const client = await ask(
      (response) => {
        response.once('close', () => closes.push('closed'));
        response.end('one');
        response.end('two');
        response.write(Buffer.from('three'));
        response.flushHeaders();
        response.destroy();
      },
      get('/') + get('/next'),
    );
    await client.whenCame(/\/next$/);
    expect(client.came()).toMatch(/\r\n\r\noneHTTP\/1\.1 200 OK/);
    expect(closes).toEqual(['closed']);
  });

  it('tells no more of room to who does not want to know', async () => {
    const events: string[] = [];
    let room: () => void = () => undefined;
    const hasRoom = new Promise<void>((resolve) => (room = resolve));
    const client = await ask((response) => {
      const unwanted = (): void => void events.push('unwanted');
      response.once('drain', unwanted);
      response.on('drain', unwanted);
      response.off('drain', unwanted);
      response.off('drain', unwanted);
      response.on('drain', room);
      response.writeHead(200);
      while (response.write(Buffer.alloc(1_000_000)));
    });
    await once(client.socket, 'data');
    await hasRoom;
    expect(events).toEqual([]);
  });

  it('leaves the connection free when a listener throws as it closes', async () => {
    const errors: unknown[] = [];
    const client = await ask(
      (response) => {
        response.once('close', () => {
          throw new Error('of a listener');
        });
        try {
          response.end('one');
        } catch (error) {
          errors.push(error);
        }
      },
      get('/') + get('/next'),
    );
    await client.whenCame(/\/next$/);
    expect(String(errors[0])).toContain('of a listener');
  });
});
