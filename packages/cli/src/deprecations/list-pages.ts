/** Lists all objects of a path in pages, as little of each as a reader of metadata needs. */
import { bodyOrThrow, type ApiAnswer, type ApiClient } from '../migrate/api-client.ts';

/** So that annotations and managed fields of the largest size fit into one answer. */
const pageSize = 200;
const expired = 410;

interface Page {
  readonly metadata?: { readonly continue?: string };
  readonly items?: readonly unknown[] | null;
}

/** `accept`: the representation, in place of whole objects in JSON. Throws the words of the server where it refuses. */
export async function* listPages<T>(client: ApiClient, path: string, accept?: string): AsyncIterable<readonly T[]> {
  const ask = (next: string): Promise<ApiAnswer> => {
    const query = new URLSearchParams({ limit: String(pageSize), ...(next !== '' && { continue: next }) });
    return client.ask(`${path}?${query.toString()}`, accept === undefined ? {} : { accept });
  };
  let next = '';
  do {
    let answer = await ask(next);
    // A token that has expired comes with one that goes on from the same object, at a later state.
    const fresh = answer.status === expired ? (answer.body as Page).metadata?.continue : undefined;
    if (fresh !== undefined && fresh !== '') answer = await ask(fresh);
    const page = bodyOrThrow(answer, path) as Page;
    yield (page.items ?? []) as readonly T[];
    next = page.metadata?.continue ?? '';
  } while (next !== '');
}
