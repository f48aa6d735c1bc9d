import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { pods } from './pod.resource.ts';

const onHost = () => ({ windowsOptions: { hostProcess: true } });
const body = {
  metadata: { name: 'a' },
  spec: {
    hostNetwork: true,
    securityContext: onHost(),
    containers: [
      { name: 'c', image: 'i' },
      { name: 'd', image: 'i', securityContext: onHost() },
    ],
    initContainers: [{ name: 'i', image: 'i' }],
  },
};

const cases = `
  spec.os = {"name":"windows"} ⇒ ok
  spec.hostNetwork ⇒ spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers
  spec.securityContext ⇒ spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers
  spec.containers[1].securityContext.windowsOptions.hostProcess = false ⇒ spec.containers[1].securityContext.windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be identical if both are specified, was true ;; spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers
`;

describe('a pod of processes of the host', () => {
  it('is accepted', () => {
    expect(create(pods, body).issues).toEqual([]);
  });

  it.each(ruleCases(cases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(pods, changeAt(body, ruleCase)))).toEqual(ruleCase.causes);
  });
});
