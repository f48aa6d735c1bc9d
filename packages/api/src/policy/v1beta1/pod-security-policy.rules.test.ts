import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { podSecurityPolicies } from './pod-security-policy.resource.ts';

const aPolicyBody = {
  metadata: {
    annotations: {
      'seccomp.security.alpha.kubernetes.io/allowedProfileNames': 'docker/default,*',
      'apparmor.security.beta.kubernetes.io/defaultProfileName': 'runtime/default',
    },
    name: 'a',
  },
  spec: {
    privileged: true,
    seLinux: { rule: 'RunAsAny' },
    runAsUser: { rule: 'MustRunAs', ranges: [{ min: 1, max: 2 }] },
    runAsGroup: { rule: 'MustRunAs', ranges: [{ min: 1, max: 2 }] },
    supplementalGroups: { rule: 'RunAsAny' },
    fsGroup: { rule: 'MayRunAs', ranges: [{ min: 1, max: 2 }] },
    volumes: ['*', 'nfs'],
    allowedCapabilities: ['A'],
    requiredDropCapabilities: ['B'],
    defaultAddCapabilities: ['C'],
    allowPrivilegeEscalation: true,
    defaultAllowPrivilegeEscalation: true,
    allowedProcMountTypes: ['Default'],
    allowedHostPaths: [{ pathPrefix: '/x' }],
    allowedFlexVolumes: [{ driver: 'd' }],
    allowedCSIDrivers: [{ name: 'd.e' }],
    allowedUnsafeSysctls: ['a.b', 'c.*'],
    forbiddenSysctls: ['d.e', 'f*'],
    runtimeClass: { allowedRuntimeClassNames: ['a', 'b'], defaultRuntimeClassName: 'a' },
    hostPorts: [{ min: 1, max: 2 }],
  },
};

const aPolicyCases = `
  metadata.annotations[seccomp.security.alpha.kubernetes.io/allowedProfileNames] = "x" ⇒ metadata.annotations[seccomp.security.alpha.kubernetes.io/allowedProfileNames]: Invalid value: "x": must be a valid seccomp profile
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "x" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "x": invalid AppArmor profile name: "x"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "A_B" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "A_B": invalid AppArmor profile name: "A_B"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "a.b" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "a.b": invalid AppArmor profile name: "a.b"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = ".." ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "..": invalid AppArmor profile name: ".."
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "/x/../y" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "/x/../y": invalid AppArmor profile name: "/x/../y"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "a/b" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "a/b": invalid AppArmor profile name: "a/b"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "1.2.3.4" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "1.2.3.4": invalid AppArmor profile name: "1.2.3.4"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "::1" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "::1": invalid AppArmor profile name: "::1"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "127.0.0.1" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "127.0.0.1": invalid AppArmor profile name: "127.0.0.1"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "10.0.0.0/8" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "10.0.0.0/8": invalid AppArmor profile name: "10.0.0.0/8"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "5%" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "5%": invalid AppArmor profile name: "5%"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "101%" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "101%": invalid AppArmor profile name: "101%"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "150" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "150": invalid AppArmor profile name: "150"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "*" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "*": invalid AppArmor profile name: "*"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "*.a.b" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "*.a.b": invalid AppArmor profile name: "*.a.b"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "None" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "None": invalid AppArmor profile name: "None"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "kubernetes.io/x" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "kubernetes.io/x": invalid AppArmor profile name: "kubernetes.io/x"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "In" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "In": invalid AppArmor profile name: "In"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "Exists" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "Exists": invalid AppArmor profile name: "Exists"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "http" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "http": invalid AppArmor profile name: "http"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "a--b" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "a--b": invalid AppArmor profile name: "a--b"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "TCP" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "TCP": invalid AppArmor profile name: "TCP"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "ExternalName" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "ExternalName": invalid AppArmor profile name: "ExternalName"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "LoadBalancer" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "LoadBalancer": invalid AppArmor profile name: "LoadBalancer"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "storage" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "storage": invalid AppArmor profile name: "storage"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "Terminating" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "Terminating": invalid AppArmor profile name: "Terminating"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "Delete" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "Delete": invalid AppArmor profile name: "Delete"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "Recycle" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "Recycle": invalid AppArmor profile name: "Recycle"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "Block" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "Block": invalid AppArmor profile name: "Block"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "ReadWriteMany" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "ReadWriteMany": invalid AppArmor profile name: "ReadWriteMany"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "OnDelete" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "OnDelete": invalid AppArmor profile name: "OnDelete"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "Recreate" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "Recreate": invalid AppArmor profile name: "Recreate"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "Local" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "Local": invalid AppArmor profile name: "Local"
  metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName] = "%" ⇒ metadata.annotations[apparmor.security.beta.kubernetes.io/defaultProfileName]: Invalid value: "%": invalid AppArmor profile name: "%"
  spec.seLinux ⇒ spec.seLinux.rule: Unsupported value: "": supported values: "MustRunAs", "RunAsAny"
  spec.runAsUser ⇒ spec.runAsUser.rule: Unsupported value: "": supported values: "MustRunAs", "MustRunAsNonRoot", "RunAsAny"
  spec.runAsUser.ranges[0].min = -1 ⇒ spec.runAsUser.ranges[0].min: Invalid value: -1: min cannot be negative
  spec.runAsUser.ranges[0].min = 256 ⇒ spec.runAsUser.ranges[0].min: Invalid value: 256: min cannot be greater than max
  spec.runAsUser.ranges[0].max = -1 ⇒ spec.runAsUser.ranges[0].max: Invalid value: -1: max cannot be negative ;; spec.runAsUser.ranges[0].min: Invalid value: 1: min cannot be greater than max
  spec.runAsGroup = {} ⇒ spec.runAsGroup.rule: Unsupported value: "": supported values: "MustRunAs", "RunAsAny", "MayRunAs"
  spec.runAsGroup.ranges ⇒ spec.runAsGroup.ranges: Invalid value: []policy.IDRange(nil): must provide at least one range
  spec.runAsGroup.ranges[0].min = -1 ⇒ spec.runAsGroup.ranges[0].min: Invalid value: -1: min cannot be negative
  spec.runAsGroup.ranges[0].min = 256 ⇒ spec.runAsGroup.ranges[0].min: Invalid value: 256: min cannot be greater than max
  spec.runAsGroup.ranges[0].max = -1 ⇒ spec.runAsGroup.ranges[0].max: Invalid value: -1: max cannot be negative ;; spec.runAsGroup.ranges[0].min: Invalid value: 1: min cannot be greater than max
  spec.privileged = false ⇒ ok
  spec.runAsUser.ranges[0] = {} ⇒ ok
  spec.runAsUser.ranges[0].max = 1 ⇒ ok
  spec.runAsGroup.ranges = [{"min":1,"max":2},{"min":1,"max":2}] ⇒ ok
  spec.runAsGroup.ranges[0] = {} ⇒ ok
  spec.runAsGroup.ranges[0].max = 1 ⇒ ok
  spec.fsGroup.ranges[0] = {} ⇒ ok
  spec.fsGroup.ranges[0].max = 1 ⇒ ok
  spec.allowedUnsafeSysctls[0] = "a/b" ⇒ ok
  spec.allowedUnsafeSysctls[0] = "d.e" ⇒ spec.allowedUnsafeSysctls[0]: Invalid value: "d.e": sysctl overlaps with d.e
  spec.allowedUnsafeSysctls[0] = "f.x" ⇒ spec.allowedUnsafeSysctls[0]: Invalid value: "f.x": sysctl overlaps with f*
  spec.allowedUnsafeSysctls[0] = "d*" ⇒ spec.forbiddenSysctls[0]: Invalid value: "d.e": sysctl overlaps with d*
  spec.allowedUnsafeSysctls[0] = "f*" ⇒ spec.allowedUnsafeSysctls[0]: Invalid value: "f*": sysctl overlaps with f*
  spec.allowedUnsafeSysctls = ["*"] ⇒ spec.forbiddenSysctls[0]: Invalid value: "d.e": sysctl overlaps with * ;; spec.forbiddenSysctls[1]: Invalid value: "f*": sysctl overlaps with *
  spec.allowedUnsafeSysctls = ["*","x"] ⇒ spec.allowedUnsafeSysctls.items: Forbidden: if '*' is present, must not specify other sysctls ;; spec.forbiddenSysctls[0]: Invalid value: "d.e": sysctl overlaps with * ;; spec.forbiddenSysctls[1]: Invalid value: "f*": sysctl overlaps with *
  spec.allowedCapabilities = ["*"] ⇒ requiredDropCapabilities: Invalid value: []core.Capability{"B"}: must be empty when all capabilities are allowed by a wildcard
  spec.runtimeClass.allowedRuntimeClassNames = ["*"] ⇒ ok
  spec.runAsGroup = {"rule":"RunAsAny","ranges":[{"min":1,"max":2}]} ⇒ spec.runAsGroup.ranges: Invalid value: [{"min":1,"max":2}]: Ranges must be empty
`;

describe('a policy', () => {
  it('is accepted', () => {
    expect(create(podSecurityPolicies, aPolicyBody).issues).toEqual([]);
  });

  it.each(ruleCases(aPolicyCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(podSecurityPolicies, changeAt(aPolicyBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
