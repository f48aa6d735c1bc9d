import { describe, expect, it } from '@jest/globals';

import { admit, listersOf } from '../testing/admit.ts';
import { podSecurity } from './pod-security.ts';

const labelled = (labels: Readonly<Record<string, string>>) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'default',
    labels: Object.fromEntries(
      Object.entries(labels).map(([mode, level]) => [`pod-security.kubernetes.io/${mode}`, level]),
    ),
  },
});

const pod = (spec: object = {}, container: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
});

const careful = {
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  },
};

const context = (securityContext: object) => ({ securityContext });

async function violation(level: string, given: object): Promise<string | undefined> {
  const { refusal } = await admit(podSecurity(listersOf(labelled({ enforce: level }))), given);
  return refusal?.message?.replace(`pods "a" is forbidden: violates PodSecurity "${level}:latest": `, '');
}

describe('the baseline', () => {
  it('lets usual pods be', async () => {
    expect(await violation('baseline', pod())).toBeUndefined();
  });

  it.each([
    [
      pod({}, {}, { annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' } }),
      'forbidden AppArmor profile (container.apparmor.security.beta.kubernetes.io/c="unconfined")',
    ],
    [
      pod({}, context({ capabilities: { add: ['SYS_ADMIN', 'CHOWN'] } })),
      'non-default capabilities (container "c" must not include "SYS_ADMIN" in securityContext.capabilities.add)',
    ],
    [pod({ hostNetwork: true, hostPID: true }), 'host namespaces (hostNetwork=true, hostPID=true)'],
    [pod({ volumes: [{ name: 'v', hostPath: { path: '/' } }] }), 'hostPath volumes (volume "v")'],
    [pod({}, { ports: [{ containerPort: 80, hostPort: 80 }] }), 'hostPort (container "c" uses hostPort 80)'],
    [pod({}, context({ privileged: true })), 'privileged (container "c" must not set securityContext.privileged=true)'],
    [
      pod({}, context({ procMount: 'Unmasked' })),
      'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
    ],
    [
      pod({ securityContext: { seLinuxOptions: { type: 'spc_t', user: 'u' } } }),
      'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set)',
    ],
    [
      pod({ securityContext: { seccompProfile: { type: 'Unconfined' } } }),
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    [
      pod({ securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }),
      'forbidden sysctls (kernel.msgmax)',
    ],
    [
      pod({ securityContext: { windowsOptions: { hostProcess: true } } }),
      'hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
    ],
  ])('refuses what lets a container out: %#', async (given, message) => {
    expect(await violation('baseline', given)).toBe(message);
  });

  it('looks at the containers of the start too', async () => {
    const initContainers = [{ name: 'init', image: 'i', securityContext: { privileged: true } }];
    expect(await violation('baseline', pod({ initContainers }, context({ privileged: true })))).toBe(
      'privileged (containers "init", "c" must not set securityContext.privileged=true)',
    );
  });
});

describe('the restricted level', () => {
  it('lets careful pods be', async () => {
    expect(await violation('restricted', pod({}, careful))).toBeUndefined();
  });

  it('names all that a usual pod leaves out', async () => {
    expect(await violation('restricted', pod())).toBe(
      'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), ' +
        'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), ' +
        'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), ' +
        'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    );
  });

  it.each([
    [
      pod({ volumes: [{ name: 'v', hostPath: { path: '/' } }] }, careful),
      'restricted volume types (volume "v" uses restricted volume type "hostPath")',
    ],
    [pod({ securityContext: { runAsUser: 0 } }, careful), 'runAsUser=0 (pod must not set runAsUser=0)'],
    [
      pod({}, context({ ...careful.securityContext, runAsNonRoot: false })),
      'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false)',
    ],
    [
      pod({}, context({ ...careful.securityContext, capabilities: { drop: ['ALL'], add: ['CHOWN'] } })),
      'unrestricted capabilities (container "c" must not include "CHOWN" in securityContext.capabilities.add)',
    ],
    [
      pod({}, context({ ...careful.securityContext, seccompProfile: { type: 'Unconfined' } })),
      'seccompProfile (container "c" must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
  ])('refuses what is less than careful: %#', async (given, message) => {
    expect(await violation('restricted', given)).toBe(message);
  });

  it('had fewer rules in earlier releases', async () => {
    const old = { enforce: 'restricted', 'enforce-version': 'v1.7' };
    const { refusal } = await admit(podSecurity(listersOf(labelled(old))), pod());
    expect(refusal?.message).toBe(
      'pods "a" is forbidden: violates PodSecurity "restricted:v1.7": runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
    );
  });
});

describe('warnings', () => {
  const plugin = podSecurity(listersOf(labelled({ warn: 'baseline', enforce: 'baseline' })));
  const privileged = context({ privileged: true });

  it('come with what will be refused: the templates of pods', async () => {
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { a: 'b' } }, template: pod({}, privileged) },
    };
    const { refusal, warnings } = await admit(plugin, deployment);
    expect(refusal).toBeUndefined();
    expect(warnings).toEqual([
      'would violate PodSecurity "baseline:latest": privileged (container "c" must not set securityContext.privileged=true)',
    ]);
  });

  it('are not repeated while a pod stays as it is', async () => {
    const warned = podSecurity(listersOf(labelled({ warn: 'baseline' })));
    const old = pod({}, privileged);
    expect((await admit(warned, pod({}, privileged, { labels: { a: 'b' } }), { old })).warnings).toEqual([]);
    expect((await admit(warned, pod({}, { ...privileged, image: 'other' }), { old })).warnings).toHaveLength(1);
  });
});

describe('a namespace', () => {
  const running = { ...pod({}, context({ privileged: true })), metadata: { name: 'a', namespace: 'default' } };
  const other = { ...running, metadata: { name: 'b', namespace: 'default' } };
  const plugin = podSecurity(listersOf(running, other));

  it('tells of its pods that could not be made again when it gets stricter', async () => {
    const { warnings } = await admit(plugin, labelled({ enforce: 'baseline' }), { old: labelled({}) });
    expect(warnings).toEqual([
      'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:latest"',
      'a (and 1 other pod): privileged',
    ]);
    expect((await admit(plugin, labelled({}), { old: labelled({ enforce: 'baseline' }) })).warnings).toEqual([]);
  });

  it('has levels and versions that exist', async () => {
    const { refusal } = await admit(plugin, labelled({ enforce: 'nonsense', 'warn-version': '1.2' }));
    expect(refusal).toMatchObject({
      code: 422,
      message:
        'Namespace "default" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "nonsense": must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "1.2": must be "latest" or "v1.x"]',
    });
  });

  it('can be changed in other ways while it has a label that nobody understands', async () => {
    const old = labelled({ enforce: 'nonsense' });
    expect((await admit(plugin, old, { old })).refusal).toBeUndefined();
  });
});
