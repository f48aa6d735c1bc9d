/** Rewrites the objects of one page, several at a time. */
import { failureText, type ApiAnswer, type ApiClient } from './api-client.ts';

export interface ListedObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}

export interface Rewriting {
  readonly client: ApiClient;
  /** The path of the list of all objects. */
  readonly path: string;
  readonly parallel: number;
  /** Called for each object that could not be rewritten. */
  readonly onFailure: (name: string, message: string) => void;
}

/** Returns the number of objects that could not be rewritten. Rejects when there is no answer. */
export async function rewriteObjects(rewriting: Rewriting, objects: readonly ListedObject[]): Promise<number> {
  const { client, path, parallel, onFailure } = rewriting;
  const left = objects.values();
  let failed = 0;
  const work = async (): Promise<void> => {
    for (const { metadata } of left) {
      const { name, namespace, uid, resourceVersion } = metadata;
      const answer = await client.ask(pathOf(path, metadata), {
        method: 'PATCH',
        contentType: 'application/merge-patch+json',
        body: { metadata: { uid, resourceVersion } },
      });
      if (isMigrated(answer)) continue;
      failed += 1;
      onFailure(namespace === undefined ? name : `${namespace}/${name}`, failureText(answer.body));
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, objects.length) }, work));
  return failed;
}

const [notFound, conflict] = [404, 409];

/** Others that have written an object since it was listed have stored it in the storage version. */
function isMigrated({ status }: ApiAnswer): boolean {
  return (status >= 200 && status < 300) || status === notFound || status === conflict;
}

function pathOf(list: string, { name, namespace }: ListedObject['metadata']): string {
  if (namespace === undefined) return `${list}/${encodeURIComponent(name)}`;
  const slash = list.lastIndexOf('/');
  return `${list.slice(0, slash)}/namespaces/${namespace}${list.slice(slash)}/${encodeURIComponent(name)}`;
}
