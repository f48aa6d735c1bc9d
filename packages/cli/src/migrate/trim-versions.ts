/** Takes the versions in which nothing is stored any more off a definition. */
import { bodyOrThrow, type ApiClient } from './api-client.ts';
import { findDefinition, type FoundDefinition } from './find-resource.ts';
import type { MigrateOptions } from './options.ts';

const mostTries = 10;
const conflict = 409;

/** Returns the versions that were taken off. Rejects where the storage version is another one by now. */
export async function trimVersions(
  client: ApiClient,
  options: MigrateOptions,
  migrated: FoundDefinition,
): Promise<readonly string[]> {
  for (let tries = 1; ; tries += 1) {
    const now = await findDefinition(client, options);
    if (now?.uid !== migrated.uid) throw new Error('the definition was deleted meanwhile');
    if (now.storageVersion !== migrated.storageVersion) {
      throw new Error(`the storage version has become ${now.storageVersion} meanwhile: migrate again`);
    }
    const gone = now.storedVersions.filter((version) => version !== now.storageVersion);
    if (gone.length === 0) return gone;
    const answer = await client.ask(`${now.path}/status`, {
      method: 'PATCH',
      contentType: 'application/merge-patch+json',
      body: {
        metadata: { uid: now.uid, resourceVersion: now.resourceVersion },
        status: { storedVersions: [now.storageVersion] },
      },
    });
    if (answer.status === conflict && tries < mostTries) continue;
    bodyOrThrow(answer, 'status.storedVersions');
    return gone;
  }
}
