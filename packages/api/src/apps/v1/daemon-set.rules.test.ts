import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { daemonSets } from './daemon-set.resource.ts';

const aDaemonSetBody = {
  metadata: { name: 'a' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Always' },
    },
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
    minReadySeconds: 1,
    revisionHistoryLimit: 1,
  },
};

const aDaemonSetCases = `
  spec ⇒ spec.template.metadata.labels: Invalid value: map[string]string(nil): \`selector\` does not match template \`labels\` ;; spec.template.spec.containers: Required value
  spec.selector ⇒ spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: \`selector\` does not match template \`labels\`
  spec.selector = {} ⇒ spec.selector: Invalid value: {}: empty selector is invalid for daemonset
  spec.selector.matchLabels.a = ".." ⇒ spec.selector.matchLabels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.template.metadata.labels.a = ".." ⇒ spec.template.metadata.labels: Invalid value: map[string]string{"a":".."}: \`selector\` does not match template \`labels\` ;; spec.template.labels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.template.spec ⇒ spec.template.spec.containers: Required value
  spec.template.spec.containers = [{"name":"c","image":"i"},{"name":"c","image":"i"}] ⇒ spec.template.spec.containers[1].name: Duplicate value: "c"
  spec.template.spec.containers[0] = {} ⇒ spec.template.spec.containers[0].name: Required value ;; spec.template.spec.containers[0].image: Required value
  spec.template.spec.containers[0].name ⇒ spec.template.spec.containers[0].name: Required value
  spec.template.spec.containers[0].name = "A_B" ⇒ spec.template.spec.containers[0].name: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.template.spec.containers[0].image ⇒ spec.template.spec.containers[0].image: Required value
  spec.template.spec.restartPolicy = "x" ⇒ spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never" ;; spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always"
  spec.updateStrategy.type = "x" ⇒ spec.updateStrategy: Unsupported value: {"type":"x"}: supported values: "RollingUpdate", "OnDelete"
  spec.updateStrategy.rollingUpdate.maxUnavailable = -1 ⇒ spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: -1: must be greater than or equal to 0
  spec.updateStrategy.rollingUpdate.maxUnavailable = "101%" ⇒ spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%
  spec.minReadySeconds = -1 ⇒ spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0
  spec.revisionHistoryLimit = -1 ⇒ spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0
  spec.template.spec.containers[0].name = "x" ⇒ ok
  spec.template.spec.containers[0].image = "x" ⇒ ok
  spec.updateStrategy.rollingUpdate = {"maxUnavailable":0,"maxSurge":"10%"} ⇒ ok
  spec.updateStrategy.rollingUpdate = {"maxUnavailable":1,"maxSurge":1} ⇒ spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero
  spec.updateStrategy.rollingUpdate = {"maxUnavailable":0} ⇒ spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0
  spec.updateStrategy.rollingUpdate = {"maxUnavailable":0,"maxSurge":"101%"} ⇒ spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: "101%": must not be greater than 100%
`;

describe('a daemon set', () => {
  it('is accepted', () => {
    expect(create(daemonSets, aDaemonSetBody).issues).toEqual([]);
  });

  it.each(ruleCases(aDaemonSetCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(daemonSets, changeAt(aDaemonSetBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
