import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { deployments } from './deployment.resource.ts';

const aDeploymentBody = {
  metadata: { name: 'a' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Always' },
    },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } },
    minReadySeconds: 1,
    revisionHistoryLimit: 1,
    progressDeadlineSeconds: 10,
  },
};

const aDeploymentCases = `
  spec ⇒ spec.selector: Required value ;; spec.template.metadata.labels: Invalid value: map[string]string(nil): \`selector\` does not match template \`labels\` ;; spec.template.spec.containers: Required value
  spec.replicas = -1 ⇒ spec.replicas: Invalid value: -1: must be greater than or equal to 0
  spec.selector ⇒ spec.selector: Required value ;; spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: \`selector\` does not match template \`labels\`
  spec.selector = {} ⇒ spec.selector: Invalid value: {}: empty selector is invalid for deployment
  spec.selector.matchLabels.a = "" ⇒ spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: \`selector\` does not match template \`labels\`
  spec.selector.matchLabels.a = ".." ⇒ spec.selector.matchLabels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character ;; spec.selector: Invalid value: {"matchLabels":{"a":".."}}: invalid label selector
  spec.template ⇒ spec.template.metadata.labels: Invalid value: map[string]string(nil): \`selector\` does not match template \`labels\` ;; spec.template.spec.containers: Required value
  spec.template.metadata.labels.a = ".." ⇒ spec.template.metadata.labels: Invalid value: map[string]string{"a":".."}: \`selector\` does not match template \`labels\` ;; spec.template.labels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.template.spec ⇒ spec.template.spec.containers: Required value
  spec.template.spec.containers = [{"name":"c","image":"i"},{"name":"c","image":"i"}] ⇒ spec.template.spec.containers[1].name: Duplicate value: "c"
  spec.template.spec.containers[0] = {} ⇒ spec.template.spec.containers[0].name: Required value ;; spec.template.spec.containers[0].image: Required value
  spec.template.spec.containers[0].name ⇒ spec.template.spec.containers[0].name: Required value
  spec.template.spec.containers[0].name = "A_B" ⇒ spec.template.spec.containers[0].name: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.template.spec.containers[0].image ⇒ spec.template.spec.containers[0].image: Required value
  spec.template.spec.restartPolicy = "x" ⇒ spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never" ;; spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always"
  spec.strategy.type = "x" ⇒ spec.strategy: Unsupported value: {"type":"x"}: supported values: "Recreate", "RollingUpdate"
  spec.strategy.type = "Recreate" ⇒ spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy \`type\` is 'Recreate'
  spec.strategy.rollingUpdate.maxUnavailable = "" ⇒ spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "": a valid percent string must be a numeric string followed by an ending '%'
  spec.strategy.rollingUpdate.maxUnavailable = "101%" ⇒ spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%
  spec.strategy.rollingUpdate.maxSurge = -1 ⇒ spec.strategy.rollingUpdate.maxSurge: Invalid value: -1: must be greater than or equal to 0
  spec.strategy.rollingUpdate.maxSurge = "x" ⇒ spec.strategy.rollingUpdate.maxSurge: Invalid value: "x": a valid percent string must be a numeric string followed by an ending '%'
  spec.minReadySeconds = -1 ⇒ spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0
  spec.minReadySeconds = 256 ⇒ spec.progressDeadlineSeconds: Invalid value: 10: must be greater than minReadySeconds
  spec.revisionHistoryLimit = -1 ⇒ spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0
  spec.progressDeadlineSeconds = -1 ⇒ spec.progressDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0 ;; spec.progressDeadlineSeconds: Invalid value: -1: must be greater than minReadySeconds
  spec.template.spec.containers[0].name = "x" ⇒ ok
  spec.template.spec.containers[0].image = "x" ⇒ ok
`;

describe('a deployment', () => {
  it('is accepted', () => {
    expect(create(deployments, aDeploymentBody).issues).toEqual([]);
  });

  it.each(ruleCases(aDeploymentCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(deployments, changeAt(aDeploymentBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
