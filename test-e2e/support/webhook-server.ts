/** Admission webhooks as people write them: a well-known library over Node's own HTTPS server, with ways to fail. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import express, { type Request, type Response } from 'express';

export interface Leaf {
  readonly cert: string;
  readonly key: string;
}

export interface Review {
  readonly request: {
    readonly uid: string;
    readonly operation: string;
    readonly name?: string;
    readonly object: { readonly kind: string; readonly metadata: { readonly labels?: Record<string, string> } } | null;
  };
}

export type Decide = (review: Review) => Promise<object>;

/** `answer` is the usual way. */
export type Mode = 'answer' | 'hang' | 'garbage' | 'huge' | 'cut' | 'half';

export interface WebhookServer {
  readonly url: string;
  readonly reviews: Review[];
  mode: Mode;
  connections(): number;
  /** Ends every connection, in the midst of what it carries. */
  kill(): Promise<void>;
}

const allow: Decide = () => Promise.resolve({ allowed: true });

export async function startWebhookServer(leaf: Leaf, decide: Readonly<Record<string, Decide>>): Promise<WebhookServer> {
  const app = express();
  app.use(express.json({ limit: '16mb' }));
  const sockets = new Set<Socket>();
  const server = createServer({ cert: leaf.cert, key: leaf.key }, app);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const hooks: WebhookServer = {
    url: '',
    reviews: [],
    mode: 'answer',
    connections: () => sockets.size,
    kill: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  app.post('/:hook', async (request: Request<{ hook: string }>, response: Response) => {
    const review = request.body as Review;
    hooks.reviews.push(review);
    if (hooks.mode !== 'answer') {
      misbehave(hooks.mode, response);
      return;
    }
    const said = await (decide[request.params.hook] ?? allow)(review);
    const { kind, apiVersion } = request.body as { kind: string; apiVersion: string };
    response.json({ kind, apiVersion, response: { uid: review.request.uid, ...said } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(hooks, { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function misbehave(mode: Exclude<Mode, 'answer'>, response: Response): void {
  switch (mode) {
    case 'hang':
      return;
    case 'garbage':
      response.type('json').end('\u0000{"kind":');
      return;
    case 'huge':
      sendWithoutEnd(response);
      return;
    case 'cut':
      response.destroy();
      return;
    case 'half':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"kind"');
      setImmediate(() => response.destroy());
  }
}

const hundredMegabytes = 100 * 1024 * 1024;

function sendWithoutEnd(response: Response): void {
  const piece = Buffer.alloc(64 * 1024, ' ');
  let sent = 0;
  const more = (): void => {
    while (sent < hundredMegabytes && !response.destroyed) {
      sent += piece.length;
      if (response.write(piece)) continue;
      response.once('drain', more);
      return;
    }
    response.end();
  };
  response.type('json');
  more();
}

export interface ConfiguredHook {
  readonly name: string;
  readonly path: string;
  readonly rules?: readonly object[];
  readonly [field: string]: unknown;
}

const everyConfigMap = {
  operations: ['CREATE', 'UPDATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
};

/** An object of the API for these webhooks. */
export function configurationOf(
  kind: 'Mutating' | 'Validating',
  { url, authority }: { readonly url: string; readonly authority: string },
  hooks: readonly ConfiguredHook[],
) {
  const caBundle = Buffer.from(authority).toString('base64');
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: `${kind.toLowerCase()}-tests` },
    webhooks: hooks.map(({ path, ...hook }) => ({
      clientConfig: { url: `${url}/${path}`, caBundle },
      rules: [everyConfigMap],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...hook,
    })),
  };
}
