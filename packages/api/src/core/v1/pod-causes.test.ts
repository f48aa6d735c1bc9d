import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@keelson/schema';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { podTemplates } from './pod-template.resource.ts';
import { pods } from './pod.resource.ts';

const seccomp = 'seccomp.security.alpha.kubernetes.io/pod';

const pod = {
  metadata: { name: 'a', annotations: { [`container.${seccomp.replace('/pod', '/c')}`]: 'runtime/default' } },
  spec: {
    serviceAccountName: 'x',
    volumes: [{ name: 'v', emptyDir: {} }],
    containers: [{ name: 'c', image: 'busybox' }],
  },
} satisfies JsonValue;

const tables: readonly (readonly [what: string, cases: string])[] = [
  [
    'probes',
    `
  spec.containers[0].startupProbe = {"exec":{}} ⇒ spec.containers[0].startupProbe.exec.command: Required value ;; spec.containers[0].startupProbe.exec.command: Required value
  spec.containers[0].startupProbe = {"tcpSocket":{"port":1},"successThreshold":2} ⇒ spec.containers[0].startupProbe.successThreshold: Invalid value: 2: must be 1
  spec.containers[0] = {"name":"c","image":"i","livenessProbe":{"exec":{},"successThreshold":2},"startupProbe":{"exec":{}}} ⇒ spec.containers[0].livenessProbe.exec.command: Required value ;; spec.containers[0].startupProbe.exec.command: Required value ;; spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1 ;; spec.containers[0].startupProbe.exec.command: Required value
    `,
  ],
  [
    'names from elsewhere',
    `
  spec.containers[0].envFrom = [{"configMapRef":{"name":"a-"}},{"secretRef":{"name":"a-"}}] ⇒ ok
  spec.containers[0].envFrom = [{"secretRef":{"name":"a_"}}] ⇒ spec.containers[0].envFrom[0].secretRef.name: Invalid value: "a_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  metadata.annotations[controller.kubernetes.io/pod-deletion-cost] = "-05" ⇒ ok
  metadata.annotations[controller.kubernetes.io/pod-deletion-cost] = "05" ⇒ metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "05": must be a 32bit integer
    `,
  ],
  [
    'huge pages',
    `
  spec.containers[0].resources = {"limits":{"cpu":"1","hugepages-2Mi":"4Mi"}} ⇒ ok
  spec.containers[0].resources = {"limits":{"cpu":"1","hugepages-x":"0"}} ⇒ spec.containers[0].resources.limits[hugepages-x]: Invalid value: "0": 0 is not positive integer multiple of hugepages-x ;; spec.containers[0].resources.requests[hugepages-x]: Invalid value: "0": 0 is not positive integer multiple of hugepages-x
  spec.containers[0].resources = {"limits":{"cpu":"1","hugepages-2Mi":"4Mi"},"requests":{"hugepages-2Mi":"3Mi"}} ⇒ spec.containers[0].resources.requests: Invalid value: "3Mi": must be equal to hugepages-2Mi limit ;; spec.containers[0].resources.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi
    `,
  ],
  [
    'fields of another operating system',
    `
  spec.os = {"name":"linux"} ⇒ ok
  spec = {"os":{"name":"windows"},"hostPID":true,"shareProcessNamespace":false,"securityContext":{"runAsUser":1,"seLinuxOptions":{},"sysctls":[]},"containers":[{"name":"w","image":"i"}]} ⇒ spec.securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod ;; spec.hostPID: Forbidden: cannot be set for a windows pod ;; spec.shareProcessNamespace: Forbidden: cannot be set for a windows pod ;; spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod
    `,
  ],
  [
    'sources of volumes',
    `
  spec.volumes[0] = {"name":"v","emptyDir":{},"cephfs":{"monitors":["m"]},"downwardAPI":{}} ⇒ spec.volumes[0].cephFS: Forbidden: may not specify more than 1 volume type ;; spec.volumes[0].downwarAPI: Forbidden: may not specify more than 1 volume type
  spec.volumes[0] = {"name":"v","csi":{"driver":"d","nodePublishSecretRef":{"name":"a_"}}} ⇒ spec.volumes[0].csi.name: Invalid value: "a_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.volumes[0] = {"name":"v","iscsi":{"targetPortal":"p","iqn":"iqn.2001-04.com.example:s","lun":0,"initiatorName":"x"}} ⇒ spec.volumes[0].iscsi.initiatorname: Invalid value: "x": must be valid format starting with iqn, eui, or naa
  spec.volumes[0] = {"name":"v","iscsi":{"targetPortal":"p","iqn":"iqn.2001-04.com.example:s","lun":0,"initiatorName":"eui.x"}} ⇒ spec.volumes[0].iscsi.initiatorname: Invalid value: "eui.x": must be valid format
  spec.volumes[0] = {"name":"v","quobyte":{"registry":"x,[::1]:1,:,y","volume":"v"}} ⇒ spec.volumes[0].quobyte.registry: Invalid value: "x,[::1]:1,:,y": must be a host:port pair or multiple pairs separated by commas ;; spec.volumes[0].quobyte.registry: Invalid value: "x,[::1]:1,:,y": must be a host:port pair or multiple pairs separated by commas
  spec.volumes[0] = {"name":"v","projected":{"sources":[{"serviceAccountToken":{"path":""}}]}} ⇒ spec.volumes[0].projected.path: Required value
  spec.volumes[0] = {"name":"v","projected":{"sources":[{"serviceAccountToken":{"path":"/../t"}},{"serviceAccountToken":{"path":"/../t"}}]}} ⇒ ok
  spec.volumes[0] = {"name":"v","projected":{"sources":[{"secret":{"name":"s","items":[{"key":"k","path":"p"},{"key":"l","path":"p"},{"key":"","path":"q"}]}}]}} ⇒ spec.volumes[0].projected: Invalid value: "s": conflicting duplicate paths ;; spec.volumes[0].projected.sources[0].secret.items[2].key: Required value
    `,
  ],
  [
    'claims made for it',
    `
  spec.volumes[0] = {"name":"v","ephemeral":{"volumeClaimTemplate":{"metadata":{"name":"n","uid":"u","finalizers":["a/b"]},"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1"}}}}}} ⇒ spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set for an ephemeral volume ;; spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.uID: Forbidden: cannot be set for an ephemeral volume ;; spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.finalizers: Forbidden: cannot be set for an ephemeral volume
  spec.volumes[0] = {"name":"v","ephemeral":{"volumeClaimTemplate":{"spec":{"accessModes":["ReadWriteOncePod","Other"],"resources":{"requests":{"storage":"1"}}}}}} ⇒ spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Unsupported value: "ReadWriteOncePod": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce" ;; spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Unsupported value: "Other": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"
    `,
  ],
  [
    'values told as they were compared',
    `
  spec.topologySpreadConstraints = [{"maxSkew":1,"topologyKey":"k","whenUnsatisfiable":"ScheduleAnyway","minDomains":3}] ⇒ spec.topologySpreadConstraints[0].minDomains: Invalid value: 3: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway
  spec.containers[0].env = [{"name":"E","valueFrom":{"fieldRef":{"fieldPath":"metadata.annotations['A/_B']"}}}] ⇒ spec.containers[0].env[0].valueFrom.fieldRef: Invalid value: "a/_b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
    `,
  ],
  [
    'seccomp profiles given twice',
    `
  spec.containers[0].securityContext = {"seccompProfile":{"type":"RuntimeDefault"}} ⇒ ok
  spec.containers[0].securityContext = {"seccompProfile":{"type":"Unconfined"}} ⇒ spec.containers[0].securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match
  metadata.annotations[${seccomp}] = "localhost/p" ⇒ ok
    `,
  ],
];

describe.each(tables)('%s of a pod', (_what, cases) => {
  it.each(ruleCases(cases))('%s', (_title, ruleCase) => {
    expect(shortCausesOf(create(pods, changeAt(pod, ruleCase)))).toEqual(ruleCase.causes);
  });
});

it('compares the profiles of a template, too', () => {
  const template = {
    metadata: { annotations: { [seccomp]: 'localhost/p' } },
    spec: {
      ...pod.spec,
      securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: 'q' } },
    },
  };
  expect(shortCausesOf(create(podTemplates, { metadata: { name: 'a' }, template }))).toEqual([
    'template.spec.securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match',
  ]);
});
