import { describe, expect, it } from '@jest/globals';

import { create, update, updateStatus } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { nodes } from './node.resource.ts';

const aNodeBody = {
  metadata: { name: 'a' },
  spec: {
    podCIDR: '10.0.0.0/24',
    podCIDRs: ['10.0.0.0/24'],
    providerID: 'p://x',
    unschedulable: true,
    taints: [
      { key: 'k', value: 'v', effect: 'NoSchedule' },
      { key: 'l', effect: 'NoExecute' },
    ],
  },
  status: { capacity: { cpu: '1', pods: '10' }, addresses: [{ type: 'InternalIP', address: '1.2.3.4' }] },
};

const aNodeCases = `
  spec.taints = [{"key":"k","value":"v","effect":"NoSchedule"},{"key":"l","effect":"NoExecute"},{"key":"k","value":"v","effect":"NoSchedule"}] ⇒ metadata.taints[2]: Duplicate value: {"key":"k","value":"v","effect":"NoSchedule"}: taints must be unique by key and effect pair
  spec.taints[0] = {} ⇒ metadata.taints[0].key: Invalid value: "": name part must be non-empty ;; metadata.taints[0].key: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character ;; metadata.taints[0].effect: Required value
  spec.taints[0].key ⇒ metadata.taints[0].key: Invalid value: "": name part must be non-empty ;; metadata.taints[0].key: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.taints[0].key = ".." ⇒ metadata.taints[0].key: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.taints[0].key = "/x/../y" ⇒ metadata.taints[0].key: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.taints[0].value = ".." ⇒ metadata.taints[0].value: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.taints[0].effect ⇒ metadata.taints[0].effect: Required value
  spec.taints[0].effect = "x" ⇒ metadata.taints[0].effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"
  spec.taints[1] = {} ⇒ metadata.taints[1].key: Invalid value: "": name part must be non-empty ;; metadata.taints[1].key: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character ;; metadata.taints[1].effect: Required value
  spec.taints[1].key ⇒ metadata.taints[1].key: Invalid value: "": name part must be non-empty ;; metadata.taints[1].key: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.taints[1].key = ".." ⇒ metadata.taints[1].key: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.taints[1].key = "/x/../y" ⇒ metadata.taints[1].key: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.taints[1].effect ⇒ metadata.taints[1].effect: Required value
  spec.taints[1].effect = "x" ⇒ metadata.taints[1].effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"
  status.capacity.cpu = "-1" ⇒ status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0 ;; status.allocatable.cpu: Invalid value: "-1": must be greater than or equal to 0
  status.capacity.pods = "-1" ⇒ status.capacity.pods: Invalid value: "-1": must be greater than or equal to 0 ;; status.allocatable.pods: Invalid value: "-1": must be greater than or equal to 0
  status.capacity.pods = "1.5" ⇒ status.capacity.pods: Invalid value: "1500m": must be an integer ;; status.allocatable.pods: Invalid value: "1500m": must be an integer
  spec.podCIDRs[0] = "10.0.0.0/8" ⇒ ok
  spec.unschedulable = false ⇒ ok
  spec.taints[0].key = "x" ⇒ ok
  spec.taints[1].key = "x" ⇒ ok
  status.capacity.cpu = "0" ⇒ ok
  status.capacity.pods = "0" ⇒ ok
  status.addresses[0] = {} ⇒ ok
  spec.podCIDRs = ["10.0.0.0/24","2001:db8::/64"] ⇒ ok
  spec.podCIDRs = ["10.0.0.0/24","10.0.1.0/24"] ⇒ spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "10.0.1.0/24"}: may specify no more than one CIDR for each IP family
  spec.podCIDRs = ["10.0.0.0/24","10.0.0.0/24"] ⇒ spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "10.0.0.0/24"}: may specify no more than one CIDR for each IP family ;; spec.podCIDRs[1]: Duplicate value: "10.0.0.0/24"
  spec.podCIDRs = ["x"] ⇒ ok
  spec.podCIDR = "x" ⇒ spec.podCIDRs[0]: Invalid value: []string{"x"}: must be valid CIDR
  spec.podCIDRs = ["10.0.0.0/24","x"] ⇒ spec.podCIDRs[1]: Invalid value: []string{"10.0.0.0/24", "x"}: must be valid CIDR ;; spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR address: x ;; spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "x"}: may specify no more than one CIDR for each IP family
`;

describe('a node', () => {
  it('is accepted', () => {
    expect(create(nodes, aNodeBody).issues).toEqual([]);
  });

  it.each(ruleCases(aNodeCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(nodes, changeAt(aNodeBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});

const isFixed = 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid';
const dual = { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24', '2001:db8::/64'] };

describe('an update of a node', () => {
  it.each<[string, object, object, string[]]>([
    ['adds networks', {}, dual, []],
    ['takes one away', dual, { podCIDRs: ['10.0.0.0/24'] }, [isFixed]],
    ['changes two', dual, { podCIDRs: ['10.0.1.0/24', '2001:db9::/64'] }, [isFixed, isFixed]],
    [
      'changes the provider',
      { providerID: 'p://x' },
      { providerID: 'p://y' },
      ['spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'],
    ],
    ['gives up an older id', { externalID: 'x' }, {}, ['spec.externalID: Forbidden: may not be updated']],
  ])('that %s is told', (_title, before, after, causes) => {
    const nodeOf = (spec: object) => ({ metadata: { name: 'a' }, spec }) as never;
    expect(shortCausesOf(update(nodes, create(nodes, nodeOf(before)).object, nodeOf(after)))).toEqual(causes);
  });

  it('takes the configuration of a kubelet from a ConfigMap', () => {
    const node = create(nodes, { metadata: { name: 'a' } }).object;
    const write = (configSource: object) =>
      shortCausesOf(update(nodes, node, { metadata: { name: 'a' }, spec: { configSource } }));
    const report = (assigned: object) => shortCausesOf(updateStatus(nodes, node, { status: { config: { assigned } } }));
    const configMap = { namespace: 'n', name: 'c', kubeletConfigKey: 'k' };
    expect(write({ configMap })).toEqual([]);
    expect(report({ configMap: { ...configMap, uid: 'u', resourceVersion: '1' } })).toEqual([]);
    expect(write({})).toEqual(['spec.configSource: Invalid value: {}: exactly one reference subfield must be non-nil']);
    expect(write({ configMap: { namespace: '', name: 'c', kubeletConfigKey: '', uid: 'u' } })).toEqual([
      'spec.configSource.configMap.uid: Forbidden: uid must not be set in spec',
      'spec.configSource.configMap.namespace: Required value: namespace must be set',
      'spec.configSource.configMap.kubeletConfigKey: Required value: kubeletConfigKey must be set',
    ]);
    expect(report({ configMap })).toEqual([
      'status.config.assigned.configMap.uid: Required value: uid must be set in status',
      'status.config.assigned.configMap.resourceVersion: Required value: resourceVersion must be set in status',
    ]);
  });
});

const taintsName = 'scheduler.alpha.kubernetes.io/taints';
const avoidedName = 'scheduler.alpha.kubernetes.io/preferAvoidPods';
const signature = (controller: boolean) => ({ podSignature: { podController: { controller, kind: 'A', name: 'a' } } });

describe('an annotation of a node', () => {
  it.each<[string, string, string[]]>([
    [taintsName, '', []],
    [taintsName, '[{"key":"a","effect":"NoSchedule"}]', []],
    [taintsName, '[{"key":"a"}]', [`metadata.annotations.${taintsName}[0].effect: Required value`]],
    [taintsName, '{', [`metadata.annotations: Invalid value: "${taintsName}": must be a list of taints in JSON`]],
    [avoidedName, JSON.stringify({ preferAvoidPods: [signature(true)] }), []],
    [
      avoidedName,
      JSON.stringify({ preferAvoidPods: [{}, signature(false)] }),
      [
        `metadata.annotations.${avoidedName}[0].PodSignature: Required value`,
        `metadata.annotations.${avoidedName}[1].PodSignature.PodController.Controller: Invalid value: false: must point to a controller`,
      ],
    ],
    [
      avoidedName,
      '[]',
      [
        `metadata.annotations.AvoidPods: Invalid value: "${avoidedName}": must be an object in JSON, with a list preferAvoidPods`,
      ],
    ],
  ])('%s that is %s is told so', (name, text, causes) => {
    const body = { metadata: { name: 'a', annotations: { [name]: text } } };
    expect(shortCausesOf(create(nodes, body))).toEqual(causes);
  });
});
