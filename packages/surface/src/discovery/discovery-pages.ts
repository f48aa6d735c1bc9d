/**
 * The discovery pages. Each document is made once in each of its forms, and again when the served resources or the
 * registrations change. The documents of remote versions are not here: requests for them go to their servers.
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
import { aggregate, type RemoteVersions } from './aggregate.ts';
import { agreeOnStyle, pageStyle } from '../pages/page-style.ts';
import { aggregateKind, aggregateType, chooseAggregate } from './choose-aggregate.ts';
import type { AggregateChoice } from './choose-aggregate.ts';
import { encodeDocument } from './encode-document.ts';
import { groupDocument, groupsDocument, resourcesDocument, versionsDocument } from './group-documents.ts';
import type { DiscoveryDocument } from './group-documents.ts';
import { listAsServed, listedGroups, type ListedGroup } from './listed-groups.ts';
import type { RegisteredVersion, Registrations } from './registrations.ts';
import { servedGroups } from './served-groups.ts';
import type { ServedGroup } from './served-groups.ts';
import { sendTagged, tag } from '../pages/tagged.ts';
import type { Tagged } from '../pages/tagged.ts';

export interface DiscoveryOptions {
  readonly scheme: Scheme;
  readonly served: ServedResources;
  /** Resources of built-in groups that aggregated discovery alone lists. */
  readonly servedToNewer?: (() => readonly Resource[]) | undefined;
  /** Absent where nothing is registered: all that is served is listed. */
  readonly registrations?: Registrations | undefined;
  /** Tells in which version a kind is stored, as a hash. Default: true. */
  readonly showsStorageVersion?: boolean | undefined;
}

interface Catalog {
  readonly core: ServedGroup | undefined;
  /** Without the core group, as `listed`. */
  readonly groups: readonly ServedGroup[];
  readonly listed: readonly ListedGroup[];
  /** Groups that aggregated discovery lists after `listed`. */
  readonly added: readonly ListedGroup[];
  readonly hasRemote: boolean;
  /** Finished bytes, by document and form. */
  readonly bytes: Map<string, Buffer>;
  readonly aggregates: Map<string, KnownAggregate>;
}

/** Good while the remote versions are these. */
interface KnownAggregate {
  readonly remote: RemoteVersions;
  readonly tagged: Tagged;
}

export function discoveryPages(options: DiscoveryOptions): Page[] {
  const { served, servedToNewer, registrations } = options;
  const catalogs = rememberWhileServed(served, (resources) => rememberCatalog(resources, servedToNewer?.() ?? []));
  const catalog = (): Catalog => catalogs()(registrations?.versions());
  const sender = new DiscoverySender(options, catalog);
  return [
    {
      path: '/api',
      takesGetAlone: true,
      answer: (request, response) => {
        // As in 1.24, where the flag that turns the core group off turns its path off too.
        if (catalog().core === undefined) return sendPageNotFound(response);
        return sender.sendIndex('api', request, response, ({ core }) => versionsDocument(core, addressOf(request)));
      },
    },
    {
      path: '/apis',
      answer: (request, response) =>
        sender.sendIndex('apis', request, response, ({ listed }) => groupsDocument(listed)),
      listed: () => ['/apis', '/apis/'],
    },
    {
      path: '/api/:version',
      takesGetAlone: true,
      isThere: (request) => sender.hasVersion('', request),
      answer: (request, response) => sender.sendVersion('', request, response),
      listed: () => (catalog().core?.versions ?? []).map(({ version }) => `/api/${version}`),
    },
    {
      path: '/apis/:group',
      answer: (request, response) => sender.sendGroup(request, response),
      listed: () => catalog().listed.map(({ name }) => `/apis/${name}`),
    },
    {
      path: '/apis/:group/:version',
      takesGetAlone: true,
      isThere: (request) => sender.hasVersion(request.parts['group'] ?? '', request),
      answer: (request, response) => sender.sendVersion(request.parts['group'] ?? '', request, response),
      listed: () =>
        catalog().listed.flatMap(({ name, versions }) => versions.map(({ version }) => `/apis/${name}/${version}`)),
    },
  ];
}

type Registered = readonly RegisteredVersion[] | undefined;

function rememberCatalog(
  resources: readonly Resource[],
  added: readonly Resource[],
): (registered: Registered) => Catalog {
  let known: { readonly registered: Registered; readonly catalog: Catalog } | undefined;
  return (registered) => {
    if (known === undefined || known.registered !== registered) {
      known = { registered, catalog: makeCatalog(resources, added, registered) };
    }
    return known.catalog;
  };
}

function makeCatalog(resources: readonly Resource[], added: readonly Resource[], registered: Registered): Catalog {
  const all = servedGroups(resources);
  const ownGroup = resources.find(({ purpose }) => purpose?.kind === 'apiService')?.group;
  const listed = listedGroups(all, registered, ownGroup);
  return {
    core: all.find(({ name }) => name === ''),
    groups: servedGroups([...resources, ...added]).filter(({ name }) => name !== ''),
    listed,
    added: servedGroups(added).map(listAsServed),
    hasRemote: listed.some(({ versions }) => versions.some(({ isRemote }) => isRemote)),
    bytes: new Map(),
    aggregates: new Map(),
  };
}

class DiscoverySender {
  readonly #domain: string;
  readonly #scheme: Scheme;
  readonly #catalog: () => Catalog;
  readonly #registrations: Registrations | undefined;
  readonly #showsStorageVersion: boolean;

  constructor({ scheme, registrations, showsStorageVersion = true }: DiscoveryOptions, catalog: () => Catalog) {
    this.#showsStorageVersion = showsStorageVersion;
    this.#registrations = registrations;
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
    const { listed, groups } = this.#catalog();
    const isNamed = (each: ServedGroup): boolean => each.name === name;
    const group = listed.find(isNamed) ?? groups.find(isNamed);
    if (group === undefined) sendPageNotFound(response);
    else this.#send(name, request, response, () => groupDocument(group));
  }

  hasVersion(name: string, { parts }: PageRequest): boolean {
    const { core, groups } = this.#catalog();
    const group = name === '' ? core : groups.find((each) => each.name === name);
    return group?.versions.some(({ version }) => version === parts['version']) === true;
  }

  /** A version that is not there is a refusal of the API where its group is known, and no page at all where not. */
  sendVersion(name: string, request: PageRequest, response: ServerResponse): void {
    const { core, groups } = this.#catalog();
    const group = name === '' ? core : groups.find((each) => each.name === name);
    const version = group?.versions.find((each) => each.version === request.parts['version']);
    if (group === undefined || (version === undefined && isCustom(group))) sendPageNotFound(response);
    else if (version === undefined) refusePage(request, response, pathNotFound(), pageStyle(request, this.#domain));
    else {
      const make = (): DiscoveryDocument => resourcesDocument(name, version, this.#showsStorageVersion);
      this.#send(`${name}/${version.version}`, request, response, make);
    }
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

  async #sendAggregate(
    root: 'api' | 'apis',
    choice: AggregateChoice,
    { request, response }: { readonly request: PageRequest; readonly response: ServerResponse },
  ): Promise<void> {
    const contentType = aggregateType(choice, `apidiscovery.${this.#domain}`);
    const asksOthers = root === 'apis' && this.#catalog().hasRemote;
    const remote = (asksOthers ? await this.#registrations?.remoteVersions() : undefined) ?? noRemote;
    const { aggregates } = this.#catalog();
    const id = `${root} ${contentType}`;
    let known = aggregates.get(id);
    if (known?.remote !== remote) {
      known = { remote, tagged: tag(this.#makeAggregate(root, choice, remote)) };
      aggregates.set(id, known);
    }
    response.setHeader('Vary', 'Accept');
    return sendTagged({ request, response, contentType }, known.tagged);
  }

  #makeAggregate(root: 'api' | 'apis', { version, encoding }: AggregateChoice, remote: RemoteVersions): Buffer {
    const { core, listed, added } = this.#catalog();
    const wanted = { group: `apidiscovery.${this.#domain}`, version, kind: aggregateKind };
    const known = this.#scheme.kind(wanted);
    if (known === undefined) throw new Error(`nothing declares ${aggregateKind} of ${version}`);
    const ownCore = core === undefined ? [] : [listAsServed(core)];
    const shown = root === 'apis' ? [...listed, ...added] : ownCore;
    const document = aggregate(shown, { ...wanted, message: known.message }, remote);
    return encodeDocument(document, { encoding, isPretty: false });
  }
}

const noRemote: RemoteVersions = new Map();

function isCustom({ versions }: ServedGroup): boolean {
  return versions.every(({ resources }) => resources.every(({ custom }) => custom !== undefined));
}

/** Where the client reached this server. */
function addressOf({ incoming: { socket } }: PageRequest): string {
  const { localAddress = '127.0.0.1', localPort = 0 } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  return address.includes(':') ? `[${address}]:${localPort}` : `${address}:${localPort}`;
}
