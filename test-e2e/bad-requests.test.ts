/** Many malformed requests: their answers, and their cost for the server. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { badRequest } from './support/bad-requests.ts';
import type { BadRequest } from './support/bad-requests.ts';
import { residentMebibytes } from './support/process-use.ts';
import { seeded } from './support/random.ts';
import { makeHome } from './support/serve.ts';
import type { Answer, Home, Started } from './support/serve.ts';

const requests = 20_000;
const atOnce = 16;
/** Another seed, another twenty thousand. */
const seed = Number(process.env['KEELSON_SEED'] ?? 1);

/**
 * Where 1.24 blames itself for what the caller did, so does this server: clients have
 * met these answers. The list is in docs/differences.md.
 */
const inherited = [
  /strconv\.ParseUint/,
  /unknown patch type/,
  /does not contain declared merge key/,
  /doesn't match \$setElementOrder/,
  /expected objects of the same type/,
  /expected a slice, but received/,
  /failed to create typed patch object/,
  /couldn't get version\/kind; json parse error/,
  /no kind \S+ is registered/,
  /does not appear to be a protobuf message/,
  /resourceVersion should not be set on objects to be created/,
];

const ofTheInside = /\.(?:ts|js|mjs):\d|node_modules|\bat \w+ \(/;

/** Describes the fault of an answer; undefined if it has none. */
function complaint({ method = 'GET', path }: BadRequest, { status, headers, body }: Answer): string | undefined {
  const what = ofTheInside.test(body) ? 'tells of the inside' : complaintOfAnswer(method, status, headers, body);
  return what && `${method} ${path.slice(0, 200)}: ${String(status)}: ${what}: ${body.slice(0, 300)}`;
}

function complaintOfAnswer(
  method: string,
  status: number,
  headers: Answer['headers'],
  body: string,
): string | undefined {
  if (status < 400 || method === 'HEAD') return undefined;
  if (headers['content-type']?.includes('json') === true) return complaintOfStatus(status, body);
  return status >= 500 ? 'the server takes the blame, in plain text' : undefined;
}

function complaintOfStatus(status: number, body: string): string | undefined {
  const { kind, code, message = '' } = JSON.parse(body) as { kind?: string; code?: number; message?: string };
  if (kind !== 'Status') return 'is no Status';
  if (code !== status) return 'the code in the body is another';
  if (message === '') return 'has no message';
  return status >= 500 && !inherited.some((known) => known.test(message)) ? 'the server takes the blame' : undefined;
}

describe('requests that nobody should send', () => {
  let home: Home;
  let server: Started;
  beforeAll(async () => {
    home = await makeHome();
    server = await home.start();
    const kept = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' }, data: { k: 'v' } };
    await server.ask('/api/v1/namespaces/default/configmaps', { method: 'POST', body: kept });
  });
  afterAll(() => home.remove());

  it(`are answered with what is wrong with them, and leave nothing behind (${String(requests)}, seed ${String(seed)})`, async () => {
    const random = seeded(seed);
    const complaints: string[] = [];
    let left = requests;
    let refused = 0;
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const request = badRequest(random);
        const answer = await server.ask(request.path, request);
        if (answer.status >= 400) refused += 1;
        const found = complaint(request, answer);
        if (found !== undefined) complaints.push(found);
      }
    };
    // Permanent memory, such as compiled code and room for large bodies, is allocated in the first half.
    const peaks = { first: 0, second: 0 };
    const all = Promise.all(Array.from({ length: atOnce }, work));
    while (left > 0) {
      const half = left > requests / 2 ? 'first' : 'second';
      peaks[half] = Math.max(peaks[half], await residentMebibytes(server.process.pid));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await all;
    expect(complaints.slice(0, 10)).toEqual([]);
    expect(refused).toBeGreaterThan(requests * 0.8);
    expect(peaks.second - peaks.first).toBeLessThan(100);
    expect((await server.ask('/readyz')).body).toBe('ok');
    expect(JSON.parse((await server.ask('/api/v1/namespaces/default/configmaps/kept')).body)).toMatchObject({
      data: { k: 'v' },
    });
    expect(server.printed()).not.toContain('a request failed');
  }, 240_000);
});
