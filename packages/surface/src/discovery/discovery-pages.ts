/**
 * The discovery pages. Each document is made once in each of its forms, and again when
 * the served resources change.
 */
import type { ServerResponse } from 'node:http';

import { pathNotFound } from '@keelson/meta';
import type { Resource, Scheme } from '@keelson/schema';

import { rememberWhileServed } from '../pages/remember-while-served.ts';
import type { ServedResources } from '../pages/remember-while-served.ts';
import type { Page, PageRequest } from '../pages/page.ts';
import { refusePage } from '../pages/refuse-page.ts';
import { sendPageNotFound } from '../respond/send-text.ts';
import { mediaTypes } from '../negotiate/accept.ts';
import { aggregate } from './aggregate.ts';
import { agreeOnStyle, pageStyle } from '../pages/page-style.ts';
import { aggregateKind, aggregateType, chooseAggregate } from './choose-aggregate.ts';
import type { AggregateChoice } from './choose-aggregate.ts';
import { encodeDocument } from './encode-document.ts';
import { groupDocument, groupsDocument, resourcesDocument, versionsDocument } from './group-documents.ts';
import type { DiscoveryDocument } from './group-documents.ts';
import { servedGroups } from './served-groups.ts';
import type { ServedGroup } from './served-groups.ts';
import { sendTagged, tag } from '../pages/tagged.ts';
import type { Tagged } from '../pages/tagged.ts';

export interface DiscoveryOptions {
  readonly scheme: Scheme;
  readonly served: ServedResources;
}

interface Catalog {
  readonly core: ServedGroup | undefined;
  readonly groups: readonly ServedGroup[];
  /** Finished bytes, by document and form. */
  readonly bytes: Map<string, Buffer>;
  readonly aggregates: Map<string, Tagged>;
}

export function discoveryPages({ scheme, served }: DiscoveryOptions): Page[] {
  const catalog = rememberWhileServed(served, makeCatalog);
  const sender = new DiscoverySender(scheme, catalog);
  return [
    {
      path: '/api',
      answer: (request, response) =>
        sender.sendIndex('api', request, response, ({ core }) => versionsDocument(core, addressOf(request))),
    },
    {
      path: '/apis',
      answer: (request, response) =>
        sender.sendIndex('apis', request, response, ({ groups }) => groupsDocument(groups)),
      listed: () => ['/apis', '/apis/'],
    },
    {
      path: '/api/:version',
      answer: (request, response) => sender.sendVersion('', request, response),
      listed: () => (catalog().core?.versions ?? []).map(({ version }) => `/api/${version}`),
    },
    {
      path: '/apis/:group',
      answer: (request, response) => sender.sendGroup(request, response),
      listed: () => catalog().groups.map(({ name }) => `/apis/${name}`),
    },
    {
      path: '/apis/:group/:version',
      answer: (request, response) => sender.sendVersion(request.parts['group'] ?? '', request, response),
      listed: () =>
        catalog().groups.flatMap(({ name, versions }) => versions.map(({ version }) => `/apis/${name}/${version}`)),
    },
  ];
}

function makeCatalog(resources: readonly Resource[]): Catalog {
  const all = servedGroups(resources);
  return {
    core: all.find(({ name }) => name === ''),
    groups: all.filter(({ name }) => name !== ''),
    bytes: new Map(),
    aggregates: new Map(),
  };
}

class DiscoverySender {
  readonly #domain: string;
  readonly #scheme: Scheme;
  readonly #catalog: () => Catalog;

  constructor(scheme: Scheme, catalog: () => Catalog) {
    this.#scheme = scheme;
    this.#domain = scheme.domain;
    this.#catalog = catalog;
  }

  sendIndex(
    root: 'api' | 'apis',
    request: PageRequest,
    response: ServerResponse,
    make: (catalog: Catalog) => DiscoveryDocument,
  ): void | Promise<void> {
    const choice = chooseAggregate(request.incoming.headers.accept, `apidiscovery.${this.#domain}`);
    if (choice !== undefined) return this.#sendAggregate(root, choice, { request, response });
    this.#send(undefined, request, response, make);
  }

  sendGroup(request: PageRequest, response: ServerResponse): void {
    const name = request.parts['group'] ?? '';
    const group = this.#catalog().groups.find((each) => each.name === name);
    if (group === undefined) sendPageNotFound(response);
    else this.#send(name, request, response, () => groupDocument(group));
  }

  /** A version that is not there is a refusal of the API where its group is known, and no page at all where not. */
  sendVersion(name: string, request: PageRequest, response: ServerResponse): void {
    const { core, groups } = this.#catalog();
    const group = name === '' ? core : groups.find((each) => each.name === name);
    const version = group?.versions.find((each) => each.version === request.parts['version']);
    if (group === undefined || (version === undefined && isCustom(group))) sendPageNotFound(response);
    else if (version === undefined) refusePage(request, response, pathNotFound(), pageStyle(request, this.#domain));
    else this.#send(`${name}/${version.version}`, request, response, () => resourcesDocument(name, version));
  }

  /** Without an id the document is made each time: it depends on where the client came in. */
  #send(
    id: string | undefined,
    request: PageRequest,
    response: ServerResponse,
    make: (catalog: Catalog) => DiscoveryDocument,
  ): void {
    const agreed = agreeOnStyle(request, this.#domain);
    if (!agreed.ok) {
      refusePage(request, response, agreed.status);
      return;
    }
    const { style } = agreed;
    const catalog = this.#catalog();
    const form = `${id ?? ''} ${style.encoding} ${style.isPretty}`;
    const bytes = (id !== undefined && catalog.bytes.get(form)) || encodeDocument(make(catalog), style);
    if (id !== undefined) catalog.bytes.set(form, bytes);
    response.writeHead(200, { 'Content-Type': mediaTypes[style.encoding], 'Content-Length': bytes.length });
    response.end(bytes);
  }

  #sendAggregate(
    root: 'api' | 'apis',
    choice: AggregateChoice,
    { request, response }: { readonly request: PageRequest; readonly response: ServerResponse },
  ): Promise<void> {
    const contentType = aggregateType(choice, `apidiscovery.${this.#domain}`);
    const { aggregates } = this.#catalog();
    const id = `${root} ${contentType}`;
    const document = aggregates.get(id) ?? tag(this.#makeAggregate(root, choice));
    aggregates.set(id, document);
    response.setHeader('Vary', 'Accept');
    return sendTagged({ request, response, contentType }, document);
  }

  #makeAggregate(root: 'api' | 'apis', { version, encoding }: AggregateChoice): Buffer {
    const { core, groups } = this.#catalog();
    const wanted = { group: `apidiscovery.${this.#domain}`, version, kind: aggregateKind };
    const known = this.#scheme.kind(wanted);
    if (known === undefined) throw new Error(`nothing declares ${aggregateKind} of ${version}`);
    const shown = root === 'apis' ? groups : core === undefined ? [] : [core];
    return encodeDocument(aggregate(shown, { ...wanted, message: known.message }), { encoding, isPretty: false });
  }
}

function isCustom({ versions }: ServedGroup): boolean {
  return versions.every(({ resources }) => resources.every(({ custom }) => custom !== undefined));
}

/** Where the client reached this server. */
function addressOf({ incoming: { socket } }: PageRequest): string {
  const { localAddress = '127.0.0.1', localPort = 0 } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  return address.includes(':') ? `[${address}]:${localPort}` : `${address}:${localPort}`;
}
