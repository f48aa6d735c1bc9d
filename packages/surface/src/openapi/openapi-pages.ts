/** The pages of OpenAPI: one document of v2, and the index and the documents of v3. */
import type { ServerResponse } from 'node:http';

import type { Release, Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import type { Page, PageRequest } from '../pages/page.ts';
import { rememberWhileServed } from '../pages/remember-while-served.ts';
import type { ServedResources } from '../pages/remember-while-served.ts';
import { sendTagged } from '../pages/tagged.ts';
import { parseAccept } from '../negotiate/accept.ts';
import { builtInDocuments, type WriteElsewhere } from './built-in-documents.ts';
import { openapiDocuments, type OpenapiDocuments, type RemoteDocuments } from './openapi-documents.ts';
import type { RemoteOpenapi } from './remote/remote-openapi.ts';

export interface OpenapiPageOptions {
  readonly scheme: Scheme;
  readonly served: ServedResources;
  readonly version: string;
  /** Pages beside the API that say what they are. */
  readonly pages: readonly Page[];
  readonly writeElsewhere?: WriteElsewhere | undefined;
  /** Documents of other servers behind this one. */
  readonly remote?: RemoteOpenapi | undefined;
  readonly logger: Pick<Logger, 'warn'>;
  /** Default: true. */
  readonly hasV3?: boolean | undefined;
  /** Of built-in kinds. Default: true. */
  readonly showsEnums?: boolean | undefined;
  /** The release whose fields are shown; all fields when absent. */
  readonly release?: Release | undefined;
}

/** The reference server's type for this JSON: it sets none, and its HTTP library sniffs this one. */
const jsonType = 'text/plain; charset=utf-8';
const protobufType = 'application/octet-stream';

const yearMs = 365 * 24 * 60 * 60 * 1000;

type Form = 'json' | 'protobuf';

const forms = new Map<string, Form>([
  ['*/*', 'json'],
  ['application/*', 'json'],
  ['application/json', 'json'],
  ['application/com.github.proto-openapi.spec.v2@v1.0+protobuf', 'protobuf'],
  ['application/com.github.proto-openapi.spec.v2.v1.0+protobuf', 'protobuf'],
]);

export function openapiPages({ served, ...options }: OpenapiPageOptions): Page[] {
  const builtIn = rememberWhileServed(
    () => served().filter(({ custom }) => custom === undefined),
    (resources) => builtInDocuments({ ...options, resources }),
  );
  const { version, scheme } = options;
  const { remote, logger, writeElsewhere } = options;
  const makers = rememberWhileServed(served, (resources) => {
    const custom = resources.filter((each) => each.custom !== undefined);
    return rememberWhileSame((v2: RemoteDocuments['v2'], v3: RemoteDocuments['v3']) =>
      openapiDocuments({ builtIn, custom, remote: { v2, v3 }, logger, domain: scheme.domain, version, writeElsewhere }),
    );
  });
  const documents = (): OpenapiDocuments => makers()(remote?.v2() ?? none, remote?.v3() ?? none);
  const v2: Page = { path: '/openapi/v2', answer: (request, response) => answerV2(documents(), request, response) };
  if (options.hasV3 === false) return [v2];
  return [
    v2,
    {
      path: '/openapi/v3',
      answer: (_request, response) => answerIndex(documents(), response),
      listed: () => ['/openapi/v3', '/openapi/v3/'],
    },
    {
      path: '/openapi/v3/*document',
      answer: (request, response) => answerV3(documents(), request, response),
      listed: () => [],
    },
  ];
}

const none: readonly never[] = [];

/** Makes it anew when one of the two is another. */
function rememberWhileSame<A, B, T>(make: (a: A, b: B) => T): (a: A, b: B) => T {
  let known: { readonly a: A; readonly b: B; readonly made: T } | undefined;
  return (a, b) => {
    if (known === undefined || known.a !== a || known.b !== b) known = { a, b, made: make(a, b) };
    return known.made;
  };
}

function formOf({ incoming }: PageRequest): Form | undefined {
  const { accept = '' } = incoming.headers;
  const clauses = parseAccept(accept);
  if (clauses.length === 0) return 'json';
  return clauses.map(({ type }) => forms.get(type)).find((form) => form !== undefined);
}

async function answerV2(documents: OpenapiDocuments, request: PageRequest, response: ServerResponse): Promise<void> {
  response.setHeader('Vary', ['Accept-Encoding', 'Accept']);
  const form = formOf(request);
  if (form === undefined) {
    sendNothing(response, 406);
    return;
  }
  const contentType = form === 'json' ? jsonType : protobufType;
  return sendTagged({ request, response, contentType }, await documents.v2(form));
}

async function answerIndex(documents: OpenapiDocuments, response: ServerResponse): Promise<void> {
  const paths = [...(await documents.v3())].map(([name, { hash }]) => [
    name,
    { serverRelativeURL: addressOf(name, hash) },
  ]);
  const text = JSON.stringify({ paths: Object.fromEntries(paths) as unknown });
  response.writeHead(200, { 'Content-Type': jsonType, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

async function answerV3(documents: OpenapiDocuments, request: PageRequest, response: ServerResponse): Promise<void> {
  const name = request.parts['document'] ?? '';
  const document = (await documents.v3()).get(name);
  if (document === undefined) {
    sendNothing(response, 404);
    return;
  }
  response.setHeader('Vary', 'Accept');
  if (formOf(request) !== 'json') {
    sendNothing(response, 406);
    return;
  }
  const hash = request.query.first('hash');
  if (hash !== undefined && hash !== '') {
    if (hash !== document.hash) {
      response.setHeader('Location', addressOf(name, document.hash));
      sendNothing(response, 301);
      return;
    }
    // The content at a URL with a hash never changes.
    response.setHeader('Cache-Control', 'public, immutable');
    response.setHeader('Expires', new Date(Date.now() + yearMs).toUTCString());
  }
  const read = await document.read();
  if (read === undefined) sendNothing(response, 503);
  else await sendTagged({ request, response, contentType: jsonType }, read);
}

function addressOf(name: string, hash: string): string {
  return `/openapi/v3/${name}?hash=${hash}`;
}

function sendNothing(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Length': 0 });
  response.end();
}
