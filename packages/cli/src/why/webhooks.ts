/** The admission webhooks that a write meets, as the server shows them to those who may look at its debug pages. */
import type { Scheme } from '@keelson/schema';

import { askServer } from '../client/ask-server.ts';
import type { ServerConnection } from '../client/kubeconfig.ts';
import type { ReviewAttributes } from './attributes.ts';

const writes = ['create', 'update', 'patch', 'delete', 'deletecollection'];
const page = '/debug/admission/webhooks';

/** Empty for what no webhook is asked about, and where the page is not shown. */
export async function readWebhooks(
  connection: ServerConnection,
  scheme: Scheme,
  { resourceAttributes }: ReviewAttributes,
): Promise<string> {
  const { verb = '', group = '', resource = '', subresource = '', namespace = '' } = resourceAttributes ?? {};
  const declared = scheme.resources().find((each) => each.group === group && each.plural === resource);
  if (declared === undefined || !writes.includes(verb)) return '';
  const query = new URLSearchParams({ verb, group, version: declared.version, resource, subresource, namespace });
  const { status, text } = await askServer(connection, `${page}?${query.toString()}`);
  return status === 200 ? `\n${text}` : '';
}
