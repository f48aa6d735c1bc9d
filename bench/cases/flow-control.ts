/** Priority and fairness: finding the flow of a request, and its turn, among few flow schemas and among very many. */
import { defaultFlowControl } from '@keelson/api';
import { FlowControl, type FlowRequest } from '@keelson/flowcontrol';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import type { BenchCase } from '../bench-case.ts';

const domain = 'k8s.io';
const { priorityLevels, flowSchemas } = defaultFlowControl(domain);

function stored<Spec>({ name, spec }: { readonly name: string; readonly spec: Spec }) {
  return { name, uid: `uid-of-${name}`, spec };
}

const request: FlowRequest = {
  user: { name: 'alice', groups: ['devs', 'system:authenticated'] },
  attributes: {
    kind: 'resource',
    verb: 'get',
    group: '',
    version: 'v1',
    resource: 'configmaps',
    subresource: '',
    namespace: 'default',
    name: 'x',
  },
  work: 'readOnly',
  url: { path: '/api/v1/namespaces/default/configmaps/x', query: { first: () => undefined } },
};

/** Half of the others are for users of their own, half for everybody, in namespaces of their own. */
function openAmong(others: number): () => void {
  const control = new FlowControl({
    seats: 600,
    requestTimeoutMs: 60_000,
    domain,
    metrics: createMetrics({ release: '1.24', logger: silentLogger }),
    countObjects: () => 10,
  });
  const schemas = Array.from({ length: others }, (_, index) => ({
    name: `other-${index}`,
    spec: {
      priorityLevelConfiguration: { name: 'workload-low' },
      matchingPrecedence: 1_000,
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: index % 2 === 0 ? `user-${index}` : '*' } }],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: [`namespace-${index}`] }],
        },
      ],
    },
  }));
  control.configuration.apply(priorityLevels.map(stored), [...flowSchemas, ...schemas].map(stored));
  return () => {
    for (let count = 0; count < 1_000; count += 1) control.ask(request, control.classify(request))?.done();
  };
}

export const cases: readonly BenchCase[] = [
  {
    kind: 'ratio',
    name: 'a thousand turns among 1,000 flow schemas, beside 13',
    subject: openAmong(1_000),
    baseline: openAmong(0),
    atMost: 2,
  },
];
