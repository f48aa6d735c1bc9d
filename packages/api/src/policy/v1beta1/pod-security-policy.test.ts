import { describe, expect, it } from '@jest/globals';

import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { podSecurityPolicies } from './pod-security-policy.resource.ts';
import { PodSecurityPolicy } from './pod-security-policy.ts';

describe('a pod security policy', () => {
  it('allows more privileges than the parent has by default', () => {
    expect(fillIn(PodSecurityPolicy, {}).spec.allowPrivilegeEscalation).toBe(true);
    const spec = { allowPrivilegeEscalation: false };
    expect(fillIn(PodSecurityPolicy, { spec }).spec.allowPrivilegeEscalation).toBe(false);
  });

  it('shows what it allows', () => {
    const spec = {
      privileged: true,
      allowedCapabilities: ['A', 'B'],
      seLinux: { rule: 'RunAsAny' },
      runAsUser: { rule: 'MustRunAsNonRoot' },
      fsGroup: { rule: 'MayRunAs' },
      supplementalGroups: { rule: 'MustRunAs' },
      volumes: ['csi', '*'],
    };
    expect(printRow(podSecurityPolicies, { spec })).toEqual({
      Name: 'a',
      Priv: 'true',
      Caps: 'A,B',
      SELinux: 'RunAsAny',
      RunAsUser: 'MustRunAsNonRoot',
      FsGroup: 'MayRunAs',
      SupGroup: 'MustRunAs',
      ReadOnlyRootFs: false,
      Volumes: 'csi,*',
    });
  });
});
