/**
 * Everything that is served beside resources: discovery, OpenAPI, health, metrics,
 * the version and the index of them all.
 */
import type { ServerResponse } from 'node:http';

import { pathNotFound } from '@keelson/meta';
import type { Release, Resource, Scheme } from '@keelson/schema';
import type { Logger, Metrics } from '@keelson/telemetry';

import { discoveryPages } from '../discovery/discovery-pages.ts';
import type { Registrations } from '../discovery/registrations.ts';
import type { Health } from '../health/health.ts';
import { healthPages } from '../health/health-pages.ts';
import { allDocuments, type DocumentFeatures } from './document-features.ts';
import type { WriteElsewhere } from '../openapi/built-in-documents.ts';
import { openapiPages } from '../openapi/openapi-pages.ts';
import type { RemoteOpenapi } from '../openapi/remote/remote-openapi.ts';
import { parseUrl } from '../request/request-url.ts';
import { createDocumentsApp } from './create-documents-app.ts';
import type { HandleDocument } from './create-documents-app.ts';
import type { Page, PageRequest } from '../pages/page.ts';
import { pageStyle } from '../pages/page-style.ts';
import { refusePage } from '../pages/refuse-page.ts';
import { sendPageNotFound, sendPlainJson } from '../respond/send-text.ts';
import type { VersionInfo } from './version.ts';

export interface DocumentsOptions {
  readonly scheme: Scheme;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly version: VersionInfo;
  readonly logger: Logger;
  /** The served resources; all of the scheme when absent. May change while the server runs. */
  readonly served?: () => readonly Resource[];
  /** Served resources that aggregated discovery lists beside those. */
  readonly servedToNewer?: (() => readonly Resource[]) | undefined;
  /** Group versions that discovery lists beside those, and the order of all. */
  readonly registrations?: Registrations | undefined;
  /** OpenAPI documents of other servers behind this one. */
  readonly remoteOpenapi?: RemoteOpenapi | undefined;
  /** More pages, such as those that belong to authentication. */
  readonly pages?: readonly Page[];
  /** Writes the documents of OpenAPI on another thread. */
  readonly writeElsewhere?: WriteElsewhere | undefined;
  /** The release whose fields OpenAPI shows; all fields when absent. */
  readonly release?: Release | undefined;
  /** The parts that feature gates leave of them. All of them without it. */
  readonly features?: DocumentFeatures | undefined;
}

export interface Documents {
  readonly handle: HandleDocument;
  /** All paths, as the index at `/` lists them. */
  readonly paths: () => readonly string[];
}

export function createDocuments(options: DocumentsOptions): Documents {
  const { scheme, health, logger, version, served = () => scheme.resources(), features = allDocuments } = options;
  const own = [
    ...discoveryPages({
      scheme,
      served,
      servedToNewer: options.servedToNewer,
      registrations: options.registrations,
      ...features,
    }),
    ...healthPages({ health, logger }),
    metricsPage(options),
    versionPage(options),
    ...(options.pages ?? []),
  ];
  const { writeElsewhere, remoteOpenapi: remote } = options;
  const shown = { scheme, served, version: version.gitVersion, pages: own };
  const { hasOpenapiV3, showsEnums } = features;
  const openapi = openapiPages({
    ...shown,
    writeElsewhere,
    remote,
    logger,
    hasV3: hasOpenapiV3,
    showsEnums,
    release: options.release,
  });
  const pages = [...own, ...openapi];
  const paths = (): readonly string[] => [...new Set(pages.flatMap(listedOf))].sort();
  const handle = createDocumentsApp({
    pages: [indexPage(paths), ...pages],
    domain: scheme.domain,
    logger,
    sendNotFound: (request, response) => sendNotFound(served(), scheme.domain, request, response),
  });
  return { handle, paths };
}

function listedOf({ path, listed }: Page): readonly string[] {
  return listed?.() ?? [path];
}

function indexPage(paths: () => readonly string[]): Page {
  return { path: '/', answer: (_request, response) => sendPlainJson(response, { paths: paths() }) };
}

function metricsPage({ metrics }: DocumentsOptions): Page {
  return {
    path: '/metrics',
    answer: async (_request, response) => {
      const { contentType, text } = await metrics.print();
      response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    },
  };
}

function versionPage({ version }: DocumentsOptions): Page {
  return {
    path: '/version',
    takesGetAlone: true,
    answer: (_request, response) => sendPlainJson(response, version),
    operation: { id: 'getCodeVersion', tag: 'version', about: 'Which server this is, and what it was built from.' },
  };
}

/** Below a group that is known it is the API that refuses; elsewhere there is just no page. */
function sendNotFound(
  served: readonly Resource[],
  domain: string,
  request: PageRequest,
  response: ServerResponse,
): void {
  const parsed = parseUrl(request.incoming.url ?? '/');
  const [root, group = ''] = parsed.ok ? parsed.url.parts : [];
  const isKnown =
    root === 'api' ||
    (root === 'apis' && served.some((resource) => resource.group === group && resource.custom === undefined));
  if (isKnown) refusePage(request, response, pathNotFound(), pageStyle(request, domain));
  else sendPageNotFound(response);
}
