/** For tests: a conversion webhook over TLS, which renames a field between two versions, and does to its answers what a test says. */
import type { NodeServer } from '@keelson/callouts/testing';
import { serveNode, type Authority } from '@keelson/callouts/testing';

export interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly Fields[] };
}

export interface Fields {
  apiVersion?: unknown;
  kind?: unknown;
  metadata?: unknown;
  spec?: Record<string, unknown>;
  [field: string]: unknown;
}

export interface ConversionAnswer {
  apiVersion?: unknown;
  kind?: unknown;
  response?: { uid?: unknown; convertedObjects?: unknown; result?: unknown } | null;
}

export interface ConversionHook extends Pick<NodeServer, 'received' | 'connections' | 'close'> {
  readonly url: string;
  /** The reviews so far. */
  reviews(): readonly Review[];
  /** The number of objects that it was sent, in all reviews. */
  objectCount(): number;
  /** From now on; `undefined` for honest answers. A text is sent as it is. */
  lie(lie: ((answer: ConversionAnswer) => unknown) | undefined): void;
  /** Holds answers back until the promise is fulfilled. */
  hold(until: Promise<void>): void;
}

export async function serveConversion(authority: Authority): Promise<ConversionHook> {
  let lie: ((answer: ConversionAnswer) => unknown) | undefined;
  let held: Promise<void> = Promise.resolve();
  const server = await serveNode({
    leaf: authority.issue(),
    version: 'both',
    answer: ({ body }, response) => {
      const answer = convert(JSON.parse(body) as Review);
      const changed = lie === undefined ? answer : lie(answer);
      void held.then(() => response.end(typeof changed === 'string' ? changed : JSON.stringify(changed)));
    },
  });
  const reviews = (): readonly Review[] => server.received.map(({ body }) => JSON.parse(body) as Review);
  return {
    received: server.received,
    connections: server.connections,
    close: server.close,
    url: `${server.origin}/convert`,
    reviews,
    objectCount: () => reviews().reduce((sum, { request }) => sum + request.objects.length, 0),
    lie: (next) => (lie = next),
    hold: (until) => void (held = until),
  };
}

/** `spec.size` of v1 is `spec.amount` of v2. */
function convert({ apiVersion, kind, request }: Review): ConversionAnswer {
  const { uid, desiredAPIVersion, objects } = request;
  const [from, to] = desiredAPIVersion.endsWith('/v2') ? ['size', 'amount'] : ['amount', 'size'];
  const convertedObjects = objects.map(({ spec, ...object }) => {
    const { [from]: renamed, ...rest } = spec ?? {};
    const converted = renamed === undefined ? rest : { ...rest, [to]: renamed };
    return { ...object, apiVersion: desiredAPIVersion, ...(spec !== undefined && { spec: converted }) };
  });
  return { apiVersion, kind, response: { uid, convertedObjects, result: { status: 'Success' } } };
}
