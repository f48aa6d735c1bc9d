/** A small HTTPS client for tests: one request, the whole response, and nothing that a test cannot see. */
import { Agent, request } from 'node:https';
import type { AgentOptions } from 'node:https';

/** A header with several values is sent once for each. */
export type TestHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface TestRequest {
  readonly method?: string;
  /** Text and bytes are sent as they are, anything else as JSON, which the request then says in its headers. */
  readonly body?: unknown;
  readonly headers?: TestHeaders;
  /** Ends a response that would not end by itself, such as that of a watch: the client hangs up. */
  readonly isEnough?: (body: Buffer) => boolean;
  /** Takes a response that was cut off for a whole one. */
  readonly allowsPartial?: boolean;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The bytes as text. */
  readonly body: string;
}

export interface TestClient {
  /** Rejects where no response comes, or none that is whole. */
  ask(path: string, request?: TestRequest): Promise<TestResponse>;
  /** Closes its connections. */
  close(): void;
}

export interface TestClientOptions {
  readonly url: string;
  /** The connections: `ca`, `cert`, `key`, `rejectUnauthorized` and the rest that Node takes. */
  readonly connections: AgentOptions;
  /** Sent with every request that does not say otherwise. */
  readonly headers: TestHeaders;
}

export function openTestClient({ url, connections, headers }: TestClientOptions): TestClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, ...connections });
  const { hostname, port } = new URL(url);
  return {
    ask: (path, asked = {}) => {
      const bytes = bytesOf(asked.body);
      // Node tells the length of what a DELETE brings only if told to.
      const length = bytes === undefined ? {} : { 'Content-Length': String(bytes.length) };
      const all = { ...headers, ...contentTypeOf(asked.body), ...length, ...asked.headers };
      return send({ hostname, port, path, method: asked.method ?? 'GET', headers: all, agent }, bytes, asked);
    },
    close: () => agent.destroy(),
  };
}

function send(options: object, bytes: Buffer | undefined, asked: TestRequest): Promise<TestResponse> {
  const { isEnough, allowsPartial = false } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      const finish = (): void => {
        const body = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: body,
          body: body.toString('utf8'),
        });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (isEnough?.(Buffer.concat(chunks)) !== true) return;
        finish();
        response.destroy();
      });
      response.on('error', allowsPartial ? finish : reject);
      response.on('end', finish);
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

function contentTypeOf(body: unknown): Readonly<Record<string, string>> {
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
  return isJson ? { 'Content-Type': 'application/json' } : {};
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
