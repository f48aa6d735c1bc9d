/**
 * Where others find what they need to verify tokens that this server issues: OpenID
 * Connect Discovery 1.0, section 4, and RFC 7517, section 5.
 */
import type { ServerResponse } from 'node:http';

import { failure } from '@keelson/meta';

import { mediaTypes } from '../negotiate/accept.ts';
import type { Page, PageRequest } from '../pages/page.ts';
import { refusePage } from '../pages/refuse-page.ts';

export interface IssuerDocuments {
  /** Both as JSON, of this moment. */
  readonly configuration: () => string;
  readonly keySet: () => string;
}

export const issuerPaths = {
  configuration: '/.well-known/openid-configuration',
  keySet: '/openid/v1/jwks',
} as const;

const keySetType = 'application/jwk-set+json';
/** Long enough to spare the server, short enough for keys to be replaced. */
const caching = 'public, max-age=3600';

export function issuerPages({ configuration, keySet }: IssuerDocuments): readonly Page[] {
  return [
    {
      path: issuerPaths.configuration,
      takesGetAlone: true,
      answer: (request, response) => sendDocument(request, response, mediaTypes.json, configuration),
      operation: {
        id: 'getServiceAccountIssuerOpenIDConfiguration',
        tag: 'WellKnown',
        about: 'What verifiers of the tokens of service accounts need to know.',
      },
    },
    {
      path: issuerPaths.keySet,
      takesGetAlone: true,
      answer: (request, response) => sendDocument(request, response, keySetType, keySet),
      operation: {
        id: 'getServiceAccountIssuerOpenIDKeyset',
        tag: 'openid',
        about: 'The keys that verify the tokens of service accounts.',
        produces: [keySetType],
      },
    },
  ];
}

function sendDocument(request: PageRequest, response: ServerResponse, type: string, print: () => string): void {
  if (!accepts(request.incoming.headers.accept, type)) {
    refusePage(request, response, failure('NotAcceptable', '406: Not Acceptable', {}));
    return;
  }
  const text = print();
  response.setHeader('Cache-Control', caching);
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

function accepts(header: string | undefined, type: string): boolean {
  const [main = ''] = type.split('/');
  const ranges = (header ?? '*/*').split(',').map((range) => range.split(';', 1)[0]?.trim() ?? '');
  return ranges.some((range) => range === '' || range === '*/*' || range === `${main}/*` || range === type);
}
