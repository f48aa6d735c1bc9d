/** For tests: a request as flow control sees it. */
import type { FlowRequest } from '../flow-request.ts';

export interface RequestOptions {
  readonly namespace?: string;
  readonly groups?: readonly string[];
  readonly query?: string;
  readonly work?: FlowRequest['work'];
}

export function requestFor(user: string, verb: string, options: RequestOptions = {}): FlowRequest {
  const { namespace = 'a', groups = ['system:authenticated'], query = '', work = 'readOnly' } = options;
  const parameters = new Map(
    query.split('&').map((pair) => {
      const mark = pair.indexOf('=');
      return [pair.slice(0, mark), pair.slice(mark + 1)] as const;
    }),
  );
  return {
    user: { name: user, groups },
    attributes: {
      kind: 'resource',
      verb,
      group: '',
      version: 'v1',
      resource: 'configmaps',
      subresource: '',
      namespace,
      name: verb === 'list' ? '' : 'x',
    },
    work,
    url: { path: `/api/v1/namespaces/${namespace}/configmaps`, query: { first: (name) => parameters.get(name) } },
  };
}
