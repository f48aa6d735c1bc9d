/** The release whose API a server says that it serves. */
import type { Release } from '@keelson/schema';

import type { ServerConnection } from '../client/kubeconfig.ts';
import { createApiClient } from '../migrate/api-client.ts';

/** Undefined where it does not say. */
export async function findRelease(connection: ServerConnection): Promise<Release | undefined> {
  const { status, body } = await createApiClient(connection).ask('/version');
  const { major, minor } = body;
  // Some servers add a plus sign to the minor version.
  const number = typeof minor === 'string' ? /^\d{1,4}/.exec(minor)?.[0] : undefined;
  return status === 200 && major === '1' && number !== undefined ? `1.${Number(number)}` : undefined;
}
