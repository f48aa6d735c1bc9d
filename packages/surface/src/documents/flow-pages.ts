/** The pages that show flow control at work: levels, queues, and the requests that wait. */
import {
  clientCosts,
  dumpPriorityLevels,
  dumpQueues,
  dumpRequests,
  explainRequest,
  type FlowControl,
} from '@keelson/flowcontrol';
import type { RequestAttributes } from '@keelson/meta';

import type { Page, PageRequest } from '../pages/page.ts';
import { sendPlainJson, sendText } from '../respond/send-text.ts';

const root = '/debug/api_priority_and_fairness';

/** Of all, those that have spent most of late. */
const mostClients = 100;

export function flowPages(control: FlowControl): readonly Page[] {
  const { configuration, now } = control;
  const page = (name: string, print: (request: PageRequest) => string): Page => ({
    path: `${root}/${name}`,
    listed: () => [],
    answer: (request, response) => sendText(response, print(request)),
  });
  return [
    page('dump_priority_levels', () => dumpPriorityLevels(configuration)),
    page('dump_queues', () => dumpQueues(configuration)),
    page('dump_requests', ({ query }) => {
      const hasDetails = (query.first('includeRequestDetails') ?? '') !== '';
      return dumpRequests(configuration, { hasDetails, nowMs: now(), wallMs: Date.now() });
    }),
    {
      path: `${root}/clients`,
      listed: () => [],
      answer: (_, response) => sendPlainJson(response, { clients: clientCosts(control).slice(0, mostClients) }),
    },
    {
      path: `${root}/explain`,
      listed: () => [],
      answer: ({ query }, response) => {
        const user = { name: query.first('user') ?? '', groups: query.all('group') };
        sendPlainJson(response, explainRequest(control, { user, attributes: attributesIn(query) }));
      },
    },
  ];
}

/** As reviews of access name them. */
function attributesIn(query: PageRequest['query']): RequestAttributes {
  const [verb, path] = [query.first('verb') ?? 'get', query.first('path')];
  if (path !== undefined) return { kind: 'path', verb, path };
  const text = (name: string): string => query.first(name) ?? '';
  return {
    kind: 'resource',
    verb,
    group: text('apiGroup'),
    version: text('version'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
  };
}
