/**
 * The one place for Express: hands requests to the pages that people, operators and
 * tools call. Resource requests never come here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { AuditRecord } from '@keelson/audit';
import { badRequest, internalError, methodNotAllowed } from '@keelson/meta';
import type { Logger } from '@keelson/telemetry';
import express from 'express';
import type { Express, Request, Response } from 'express';

import { parseUrl } from '../request/request-url.ts';
import type { Page, PageRequest } from '../pages/page.ts';
import { pageStyle } from '../pages/page-style.ts';
import { refusePage } from '../pages/refuse-page.ts';

export interface DocumentsAppOptions {
  readonly pages: readonly Page[];
  readonly domain: string;
  readonly logger: Logger;
  readonly sendNotFound: (request: PageRequest, response: ServerResponse) => void;
}

export type HandleDocument = (incoming: IncomingMessage, response: ServerResponse, record?: AuditRecord) => void;

/** The locals that Express hands on with a response; it makes one such object for each request anyway. */
type DocumentResponse = Response<unknown, { readonly record?: AuditRecord | undefined }>;

export function createDocumentsApp({ pages, domain, logger, sendNotFound }: DocumentsAppOptions): HandleDocument {
  const app: Express = express();
  // Tags, types and parameters are set and read by the pages themselves.
  app.disable('x-powered-by').disable('etag').set('query parser', false).enable('case sensitive routing');
  for (const { path, answer, takesGetAlone = false, isThere } of pages) {
    // Of a route, not of the app: `app.all` adds the methods that Node knows, one by one, and leaves out all others.
    app.route(path).all((request: Request, response: DocumentResponse) => {
      const asked = pageRequest(request, response);
      if (!takesGetAlone || request.method === 'GET' || isThere?.(asked) === false) return answer(asked, response);
      refusePage(asked, response, methodNotAllowed(), pageStyle(asked, domain));
      return undefined;
    });
  }
  return (incoming, response, record) => {
    const parsed = parseUrl(incoming.url ?? '/');
    if (!parsed.ok) {
      refusePage({ record }, response, badRequest(parsed.message));
      return;
    }
    const [request, sender] = [
      incoming as Request,
      Object.assign(response as DocumentResponse, { locals: { record } }),
    ];
    app(request, sender, (error?: unknown) => {
      if (error === undefined) {
        sendNotFound(pageRequest(request, sender), response);
        return;
      }
      logger.error('a document failed', { url: incoming.url, error });
      refusePage({ record }, response, internalError('the server met a fault of its own; its log tells more'));
    });
  };
}

function pageRequest(request: Request, { locals }: DocumentResponse): PageRequest {
  const parsed = parseUrl(request.url);
  if (!parsed.ok) throw new Error(parsed.message);
  // Where no path matched there are no parts.
  const given = (request.params as Request['params'] | undefined) ?? {};
  const parts = Object.entries<string | string[]>(given).map(([name, value]) => [name, join(value)]);
  const { record } = locals;
  return {
    incoming: request,
    record,
    query: parsed.url.query,
    parts: Object.fromEntries(parts) as PageRequest['parts'],
  };
}

function join(value: string | string[]): string {
  return Array.isArray(value) ? value.join('/') : value;
}
