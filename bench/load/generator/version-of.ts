/** Where a watch begins that is to see what comes from now on, and nothing of what there is. */
import { ask } from '../servers/target.ts';
import type { Server } from './job.ts';

export async function versionOf(server: Server, listPath: string): Promise<string> {
  const { body } = await ask({ server }, 'GET', `${listPath}?limit=1`);
  const { metadata } = JSON.parse(body) as { readonly metadata: { readonly resourceVersion: string } };
  return metadata.resourceVersion;
}
