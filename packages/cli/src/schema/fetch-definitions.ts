/** The definitions of all kinds that a server serves, out of its OpenAPI documents. */
import type { Definitions } from '@keelson/schema';

import { askServer } from '../client/ask-server.ts';
import type { ServerConnection } from '../client/kubeconfig.ts';

interface Index {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}

interface Document {
  readonly components?: { readonly schemas?: Definitions };
}

const ok = 200;

/** Rejects when the server does not answer, or not with a document. */
export async function fetchDefinitions(connection: ServerConnection): Promise<Definitions> {
  const { paths } = await fetchJson<Index>(connection, '/openapi/v3');
  const found: Definitions = {};
  for (const { serverRelativeURL } of Object.values(paths)) {
    const { components } = await fetchJson<Document>(connection, serverRelativeURL);
    Object.assign(found, components?.schemas);
  }
  return found;
}

async function fetchJson<T>(connection: ServerConnection, path: string): Promise<T> {
  const { status, text } = await askServer(connection, path);
  if (status !== ok) throw new Error(`the server answered ${String(status)} for ${path}`);
  return JSON.parse(text) as T;
}
