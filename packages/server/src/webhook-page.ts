/** The page that shows admission webhooks at work, and those that a given request would meet. */
import { explainWebhooks, type ExplainedRequest, type LocalWebhookHost } from '@keelson/admission-webhooks';
import { headOfOrThrow, type Informers } from '@keelson/informers';
import type { Resource, Scheme } from '@keelson/schema';
import { sendText, type Page, type PageRequest } from '@keelson/surface';

export interface WebhookPageParts {
  readonly scheme: Scheme;
  readonly informers: Informers;
  readonly webhooks: LocalWebhookHost;
}

const operations: Readonly<Record<string, ExplainedRequest['operation']>> = {
  create: 'CREATE',
  update: 'UPDATE',
  patch: 'UPDATE',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};

/** `?verb=create&group=apps&version=v1&resource=deployments&subresource=scale&namespace=default` */
export function webhookPage(parts: WebhookPageParts): Page {
  const { ledger, table } = parts.webhooks;
  return {
    path: '/debug/admission/webhooks',
    listed: () => [],
    answer: ({ query }, response) => {
      const asked = requestOf(parts, query);
      const lines = explainWebhooks({ ledger, table, now: Date.now }, asked);
      sendText(response, `${lines.join('\n')}\n`);
    },
  };
}

function requestOf({ scheme, informers }: WebhookPageParts, query: PageRequest['query']): ExplainedRequest | undefined {
  const text = (name: string): string => query.first(name) ?? '';
  const resource = scheme.resource(text('group'), text('version'), text('resource'));
  const operation = operations[text('verb')];
  if (resource === undefined || operation === undefined) return undefined;
  const namespaceLabels = labelsIn(informers, resource, text('namespace'));
  return { resource, operation, subresource: text('subresource'), namespaceLabels };
}

function labelsIn({ resources }: Informers, resource: Resource, name: string): ExplainedRequest['namespaceLabels'] {
  const [namespaces] = resources.where(({ purpose }) => purpose?.kind === 'namespace');
  if (resource.scope !== 'Namespaced') return undefined;
  const known = namespaces?.cache.peek({ name });
  return known === undefined ? undefined : headOfOrThrow(known).labels;
}
