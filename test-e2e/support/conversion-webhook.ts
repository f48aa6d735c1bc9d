/** A conversion webhook of gauges over Node's own HTTPS, which can be told to misbehave. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { Authority } from '@keelson/callouts/testing';

export const group = 'gauges.example.com';

/** Its behaviour: `convert` is honest, `hang` never answers, `garbage` is no review, `flood` 100 MB of one. */
export type Manner = 'convert' | 'hang' | 'garbage' | 'flood';

export interface ConversionWebhook {
  readonly url: string;
  manner: Manner;
  /** The number of objects of each call. */
  readonly calls: number[];
  /** Calls that wait for an answer. */
  hanging(): number;
  /** Answers those that hang. */
  letGo(): void;
  close(): void;
}

interface Gauge {
  apiVersion: string;
  spec?: { size?: number; amount?: number };
}

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly Gauge[] };
}

export async function serveConversions(authority: Authority, port = 0): Promise<ConversionWebhook> {
  const { cert, key } = authority.issue();
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const answer = (review: Review, response: ServerResponse): void => {
    webhook.calls.push(review.request.objects.length);
    switch (webhook.manner) {
      case 'convert':
        response.end(JSON.stringify(convert(review)));
        break;
      case 'hang':
        waiting.push(() => response.end(JSON.stringify(convert(review))));
        break;
      case 'garbage':
        response.end('<html>not a review</html>');
        break;
      case 'flood':
        flood(response);
    }
  };
  const server = createServer({ cert, key }, (request, response) => {
    void readBody(request).then((body) => answer(JSON.parse(body) as Review, response));
  });
  server.on('secureConnection', (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const webhook: ConversionWebhook = {
    url: `https://localhost:${(server.address() as AddressInfo).port}/convert`,
    manner: 'convert',
    calls: [],
    hanging: () => waiting.length,
    letGo: () => {
      for (const end of waiting.splice(0)) end();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return webhook;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const floodBytes = 100 * 1024 * 1024;

/** As fast as it is read. */
function flood(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1024, ' ');
  let sent = 0;
  const write = (): void => {
    while (sent < floodBytes && !response.destroyed) {
      sent += piece.length;
      if (!response.write(piece)) {
        response.once('drain', write);
        return;
      }
    }
    response.end();
  };
  write();
}

/** `spec.size` of v1 is `spec.amount` of v2. */
function convert({ apiVersion, kind, request }: Review): unknown {
  const { uid, desiredAPIVersion, objects } = request;
  const convertedObjects = objects.map((object) => {
    const { size, amount, ...rest } = object.spec ?? {};
    const value = size ?? amount;
    const name = desiredAPIVersion.endsWith('v1') ? 'size' : 'amount';
    const spec = { ...rest, ...(value !== undefined && { [name]: value }) };
    return { ...object, apiVersion: desiredAPIVersion, ...(object.spec !== undefined && { spec }) };
  });
  return { apiVersion, kind, response: { uid, convertedObjects, result: { status: 'Success' } } };
}

/** The definition of gauges, in one of whose versions they are stored. */
export function gauges(stored: 'v1' | 'v2', { url }: Pick<ConversionWebhook, 'url'>, { pem }: Authority) {
  const versions = (['v1', 'v2'] as const).map((name) => {
    const field = name === 'v1' ? 'size' : 'amount';
    const properties = { [field]: { type: 'integer' }, note: { type: 'string' }, steps: { type: 'integer' } };
    const spec = { type: 'object', properties };
    const status = { type: 'object', properties: { seen: { type: 'integer' } } };
    return {
      name,
      served: true,
      storage: name === stored,
      schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
      subresources: { status: {}, scale: { specReplicasPath: `.spec.${field}`, statusReplicasPath: '.status.seen' } },
      additionalPrinterColumns: [{ name: field, type: 'integer', jsonPath: `.spec.${field}` }],
    };
  });
  const clientConfig = { url, caBundle: Buffer.from(pem).toString('base64') };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `gauges.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'gauges', singular: 'gauge', kind: 'Gauge' },
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
      versions,
    },
  };
}

export function gauge(version: 'v1' | 'v2', name: string, spec: object) {
  return { apiVersion: `${group}/${version}`, kind: 'Gauge', metadata: { name }, spec };
}

/** The list of gauges of a namespace, or one of them. */
export function gaugePath(version: 'v1' | 'v2', name?: string): string {
  const list = `/apis/${group}/${version}/namespaces/default/gauges`;
  return name === undefined ? list : `${list}/${name}`;
}
