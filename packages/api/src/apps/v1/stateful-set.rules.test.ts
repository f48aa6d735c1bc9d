import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { statefulSets } from './stateful-set.resource.ts';

const aStatefulSetBody = {
  metadata: { name: 'a' },
  spec: {
    serviceName: 's',
    replicas: 1,
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Always' },
    },
    podManagementPolicy: 'Parallel',
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
    revisionHistoryLimit: 1,
    volumeClaimTemplates: [
      {
        metadata: { name: 'c' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
  },
};

const aStatefulSetCases = `
  spec ⇒ spec.selector: Required value ;; spec.template.metadata.labels: Invalid value: map[string]string(nil): \`selector\` does not match template \`labels\`
  spec.replicas = -1 ⇒ spec.replicas: Invalid value: -1: must be greater than or equal to 0
  spec.selector = {} ⇒ spec.selector: Invalid value: {}: empty selector is invalid for statefulset
  spec.selector.matchLabels.a = "" ⇒ spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: \`selector\` does not match template \`labels\`
  spec.template.metadata.labels.a = ".." ⇒ spec.template.metadata.labels: Invalid value: map[string]string{"a":".."}: \`selector\` does not match template \`labels\` ;; spec.template.labels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.template.spec.restartPolicy = "x" ⇒ spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always"
  spec.podManagementPolicy = "x" ⇒ spec.podManagementPolicy: Invalid value: "x": must be 'OrderedReady' or 'Parallel'
  spec.updateStrategy.type = "x" ⇒ spec.updateStrategy: Invalid value: {"type":"x","rollingUpdate":{"partition":1}}: must be 'RollingUpdate' or 'OnDelete'
  spec.updateStrategy.type = "OnDelete" ⇒ spec.updateStrategy.rollingUpdate: Invalid value: {"partition":1}: only allowed for updateStrategy 'RollingUpdate'
  spec.updateStrategy.rollingUpdate.partition = -1 ⇒ spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0
  spec.template.spec.containers[0] = {} ⇒ ok
  spec.volumeClaimTemplates[0] = {} ⇒ ok
  spec.volumeClaimTemplates[0].spec.accessModes[0] = "" ⇒ ok
  spec.volumeClaimTemplates[0].spec.resources.requests.storage = "0" ⇒ ok
  spec.template.spec.containers[0].image = "" ⇒ ok
  spec.template.spec.dnsPolicy = "Other" ⇒ ok
`;

describe('a stateful set', () => {
  it('is accepted', () => {
    expect(create(statefulSets, aStatefulSetBody).issues).toEqual([]);
  });

  it.each(ruleCases(aStatefulSetCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(statefulSets, changeAt(aStatefulSetBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
