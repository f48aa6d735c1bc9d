/** For tests: what clients may send on a connection, much of it as it should be, and how it is cut on its way. */
import fc from 'fast-check';

export interface Conversation {
  readonly bytes: Buffer;
  /** Where it is cut, and how long the rest waits there. */
  readonly cuts: readonly { readonly at: number; readonly waitMs: number }[];
}

const lineEnds = ['\n', '\r', '\r\n\r\n', ' \r\n', '\r\r\n', '\t\r\n'];
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];
const oddMethods = ['HEAD', 'OPTIONS', 'TRACE', 'get', 'Brew', 'GET ', '', 'G\0ET'];
const urls = ['/a', '/b?x=1', '/page', '/page/late', '/late', '/chunks', '/long', '/chunks/late', '/c%20d'];
const oddUrls = [
  '*',
  'http://h/a',
  '/a b',
  '/\xe4',
  '/<>"{}|\\^`',
  '/#f?x#',
  '/a\t',
  '//x',
  '/\x7f',
  '',
  '/a?b?c#d',
  '/\0',
];
const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', 'HTTP/1.2', '', 'ICE/1.0'];
const usualHeaders = [
  'Accept: application/json',
  'User-Agent: k/1',
  'X-A: b  ',
  'X-Empty:',
  'X-Tab:\ta\tb',
  'Authorization: Bearer abc',
  'Connection: keep-alive',
  'connection: Keep-Alive',
  "X!#$%&'*+-.^_`|~: v",
];
const oddHeaders = [
  'Connection: close',
  'Connection: keep-alive, close',
  'Connection: upgrade',
  'Connection:',
  'Connection: keep-alive\t',
  'Proxy-Connection: close',
  'Proxy-Connection: keep-alive',
  'Upgrade: websocket',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Upgrade: SPDY/3.1\r\nConnection: keep-alive, upgrade\r\nX-Stream: a\r\nx-stream: b',
  'Expect: x',
  'TE: trailers',
  'Trailer: x',
  'Keep-Alive: timeout=5',
  'Transfer-Encoding:',
  'Content-Length: 0',
  'Content_Length: 5',
  'HTTP2-Settings: a',
  'Set-Cookie: a=b',
  'Cookie: a=b',
  'Accept: b',
  'Host: b',
  '__proto__: a',
  'constructor: a',
  'X-A : b',
  ' X: goes on',
  'NoColon',
  ': no name',
  'X-B: \xe4',
  'X-C: a\0b',
  'X-D: a\rb',
  'X-E: a\x7f',
  'X-(bad): 1',
  `X-Long: ${'y'.repeat(9_000)}`,
];
const bodies = ['', 'x', 'xxxxx', 'x'.repeat(3_000), 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'];
const encodings = ['Chunked', 'gzip, chunked', 'chunked, gzip', 'identity', 'chunked ', 'xchunked', ''];

/** Generates an odd value once in `oneIn` times. */
function mostly(usual: readonly string[], odd: readonly string[], oneIn: number): fc.Arbitrary<string> {
  const [often, seldom] = [fc.constantFrom(...usual), fc.constantFrom(...odd)];
  return fc.oneof({ weight: oneIn - 1, arbitrary: often }, { weight: 1, arbitrary: seldom });
}

interface Part {
  readonly headers: readonly string[];
  readonly body: string;
}

function lengths(body: string): fc.Arbitrary<string> {
  const length = String(body.length);
  const others = [body.length + 1, Math.max(0, body.length - 1), `+${length}`, `0x${length}`, `${length},${length}`];
  const odd = [
    ...others.map(String),
    '-1',
    '',
    ' ',
    `00${length}`,
    `${length} `,
    `${length}\t`,
    `${length} 1`,
    '9999999',
  ];
  return mostly([` ${length}`], [...odd.map((each) => ` ${each}`), length, `\t${length}`, `  ${length}`], 6);
}

const measured: fc.Arbitrary<Part> = fc
  .constantFrom(...bodies)
  .chain((body) => lengths(body).map((length) => ({ headers: [`Content-Length:${length}`], body })));

const chunked: fc.Arbitrary<Part> = fc
  .tuple(
    fc.constantFrom(...bodies),
    mostly(['chunked'], encodings, 7),
    fc.nat(9),
    mostly(['0\r\n'], ['00\r\n', '0;a\r\n', 'g\r\n', '0\r\nX-Trailer: 1\r\n'], 8),
    fc.constantFrom('', '', '', '', ';x=y', ' ', '\n'),
  )
  .map(([body, encoding, cut, last, behind]) => {
    const pieces = [body.slice(0, cut), body.slice(cut)].filter((piece) => piece !== '');
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}${behind}\r\n${piece}\r\n`);
    return { headers: [`Transfer-Encoding: ${encoding}`], body: `${chunks.join('')}${last}\r\n` };
  });

const none: fc.Arbitrary<Part> = fc.constant({ headers: [], body: '' });

const header = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...usualHeaders) },
  { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) },
);

const request = fc
  .record({
    line: fc.tuple(
      mostly(methods, oddMethods, 10),
      mostly([' '], ['  ', '\t', ''], 60),
      mostly(urls, oddUrls, 8),
      mostly(
        [' HTTP/1.1'],
        versions.map((version) => ` ${version}`),
        25,
      ),
    ),
    host: fc.constantFrom('Host: a', 'host: a:1', 'HOST:a', 'Host:', 'Host:\ta b'),
    others: fc.array(header, { maxLength: 3 }),
    part: fc.oneof(
      { weight: 4, arbitrary: none },
      { weight: 3, arbitrary: measured },
      { weight: 1, arbitrary: chunked },
    ),
    ends: fc.array(mostly(['\r\n'], lineEnds, 70), { minLength: 12, maxLength: 12 }),
    behind: mostly([''], ['\r\n', '\n', 'x'], 40),
  })
  .map(({ line, host, others, part, ends, behind }) => {
    const lines = [line.join(''), ...others, host, ...part.headers, ''];
    return `${lines.map((text, index) => `${text}${ends[index] ?? ''}`).join('')}${part.body}${behind}`;
  });

const change = fc.record({
  at: fc.nat(),
  removed: fc.nat(1),
  added: fc.constantFrom('', '\n', '\r', ' ', ':', '\0', '\xff'),
});

const bytes = fc
  .tuple(
    fc.array(request, { minLength: 1, maxLength: 4 }),
    fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(change, { maxLength: 3 }) }),
    fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat() }),
  )
  .map(([requests, changes, shortened]) => {
    let text = requests.join('');
    for (const { at, removed, added } of changes) {
      const place = at % text.length;
      text = text.slice(0, place) + added + text.slice(place + removed);
    }
    return Buffer.from(shortened === undefined ? text : text.slice(0, 1 + (shortened % text.length)), 'latin1');
  });

const cut = fc.record({ at: fc.nat(12_000), waitMs: fc.constantFrom(0, 0, 0, 0, 2, 2, 70) });

export const conversations: fc.Arbitrary<Conversation> = fc
  .record({ bytes, cuts: fc.array(cut, { maxLength: 5 }) })
  .map(({ bytes: all, cuts }) => ({
    bytes: all,
    cuts: cuts.map(({ at, waitMs }) => ({ at: at % all.length, waitMs })).sort((one, other) => one.at - other.at),
  }));
