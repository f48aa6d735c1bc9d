/** The pages that show flow control at work: levels, queues, and the requests that wait. */
import { dumpPriorityLevels, dumpQueues, dumpRequests, type FlowControl } from '@keelson/flowcontrol';

import type { Page, PageRequest } from '../pages/page.ts';
import { sendText } from '../respond/send-text.ts';

const root = '/debug/api_priority_and_fairness';

export function flowPages({ configuration, now }: Pick<FlowControl, 'configuration' | 'now'>): readonly Page[] {
  const page = (name: string, print: (request: PageRequest) => string): Page => ({
    path: `${root}/${name}`,
    takesAnyMethod: true,
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
  ];
}
