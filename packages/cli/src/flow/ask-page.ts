/** Asks for a page of flow control. */
import { askServer } from '../client/ask-server.ts';
import type { ServerConnection } from '../client/kubeconfig.ts';

const root = '/debug/api_priority_and_fairness';
const done = 200;
const notFound = 404;

/** Rejects with a message for people if the server does not answer with the page. */
export async function askPage(connection: ServerConnection, page: string): Promise<unknown> {
  const { status, text } = await askServer(connection, `${root}/${page}`);
  if (status === notFound) throw new Error('the server has no such page: is it keelson, with priority and fairness?');
  if (status !== done) throw new Error(`the server answered ${status}: ${text.slice(0, 200).trimEnd()}`);
  return JSON.parse(text);
}
