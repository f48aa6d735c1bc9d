import { describe, expect, it } from '@jest/globals';
import { updateHooksOf, validateChangedObject } from '@keelson/meta';

import { causesOf, create, update, updateStatus, type AnyObject } from '../../testing/admit.ts';
import { pods } from './pod.resource.ts';

const container = { name: 'c', image: 'busybox' };

function createPod(spec: object = {}): AnyObject {
  return create(pods, { metadata: { name: 'a' }, spec: { containers: [container], ...spec } }).object;
}

function updatePod(old: AnyObject, change: object): string[] {
  const spec = { ...(old['spec'] as object), ...change };
  return causesOf(update(pods, old, structuredClone({ ...old, spec })));
}

describe('a new pod', () => {
  it('waits, whatever status it was given', () => {
    const body = { metadata: { name: 'a' }, spec: { containers: [container] }, status: { phase: 'Running' } };
    expect(create(pods, body).object['status']).toEqual({ phase: 'Pending', qosClass: 'BestEffort' });
  });

  it.each([
    [{}, 'BestEffort'],
    [{ limits: { cpu: '1', memory: '1Gi' } }, 'Guaranteed'],
    [{ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } }, 'Burstable'],
    [{ requests: { cpu: '1' } }, 'Burstable'],
    [{ requests: { cpu: '0' } }, 'BestEffort'],
  ])('with resources %j is %s', (resources, qosClass) => {
    expect(createPod({ containers: [{ ...container, resources }] })['status']).toMatchObject({ qosClass });
  });

  it('checks the annotations that steer it', () => {
    const made = (annotations: Record<string, string>) =>
      causesOf(create(pods, { metadata: { name: 'a', annotations }, spec: { containers: [container] } }));
    const cost = 'controller.kubernetes.io/pod-deletion-cost';
    expect(made({ [cost]: '-10' })).toEqual([]);
    expect(made({ [cost]: '+10' })).toEqual([
      `metadata.annotations[${cost}]: Invalid value: "+10": must be a 32bit integer`,
    ]);
    expect(made({ 'kubernetes.io/config.mirror': 'x' })).toEqual([
      'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
    ]);
  });
});

const seccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const ofContainer = 'container.seccomp.security.alpha.kubernetes.io/a';
const appArmor = 'container.apparmor.security.beta.kubernetes.io';

describe('an annotation of a pod', () => {
  it.each<[string, string, readonly string[]]>([
    [seccomp, 'runtime/default', []],
    [seccomp, 'unconfined', []],
    [ofContainer, 'docker/default', []],
    [ofContainer, 'x', [`metadata.annotations.${ofContainer}: Invalid value: "x": must be a valid seccomp profile`]],
    [seccomp, '', [`metadata.annotations.${seccomp}: Invalid value: "": must be a valid seccomp profile`]],
    [`${appArmor}/${container.name}`, 'localhost/x', []],
    [`${appArmor}/${container.name}`, '', []],
    [
      `${appArmor}/none`,
      'x',
      [
        `metadata.annotations[${appArmor}/none]: Invalid value: "none": container not found`,
        `metadata.annotations[${appArmor}/none]: Invalid value: "x": invalid AppArmor profile name: "x"`,
      ],
    ],
  ])('%s of %j has the faults %j', (key, value, faults) => {
    const made = create(pods, {
      metadata: { name: 'a', annotations: { [key]: value } },
      spec: { containers: [container] },
    });
    expect(causesOf(made)).toEqual(faults);
  });
});

describe('a name of a Windows user', () => {
  const path = 'spec.securityContext.windowsOptions.runAsUserName';
  it.each<[string, string | undefined]>([
    ['a b', undefined],
    ['x\\y', undefined],
    ['A.b\\u', undefined],
    ['a'.repeat(104), undefined],
    ['a'.repeat(105), "runAsUserName's User length must not be longer than 104 characters"],
    ['x/y', 'runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'],
    ['. .', "runAsUserName's User cannot contain only periods or spaces"],
    ['x\\', "runAsUserName's User cannot be empty"],
    ['*\\y', "runAsUserName's Domain doesn't match the NetBios nor the DNS format"],
    ['x\\y\\z', 'runAsUserName cannot contain more than one backslash'],
    ['x\ty', 'runAsUserName cannot contain control characters'],
  ])('%j: %s', (runAsUserName, fault) => {
    const spec = { containers: [container], securityContext: { windowsOptions: { runAsUserName } } };
    const causes = causesOf(create(pods, { metadata: { name: 'a' }, spec }));
    expect(causes).toEqual(
      fault === undefined ? [] : [`${path}: Invalid value: ${JSON.stringify(runAsUserName)}: ${fault}`],
    );
  });
});

describe('an update of a pod', () => {
  const start =
    'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds`, `spec.tolerations` (only additions to existing tolerations) or `spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n';

  it('may change images', () => {
    expect(updatePod(createPod(), { containers: [{ ...container, image: 'other' }] })).toEqual([]);
    expect(updatePod(createPod(), { containers: [{ ...container, image: '', imagePullPolicy: 'Always' }] })).toEqual([
      'spec.containers[0].image: Required value',
      'spec.containers[0].image: Required value',
    ]);
    const blank = 'spec.containers[0].image: Invalid value: " ": must not have leading or trailing whitespace';
    expect(updatePod(createPod(), { containers: [{ ...container, image: ' ', imagePullPolicy: 'Always' }] })).toEqual([
      blank,
      blank,
    ]);
  });

  it('may not change much else, and says what it found', () => {
    expect(updatePod(createPod(), { hostname: 'x' })).toEqual([`${start}+ hostname: "x"`]);
    expect(updatePod(createPod(), { containers: [{ ...container, command: ['x'] }] })[0]).toContain(
      'containers[0].command',
    );
    expect(updatePod(createPod(), { ephemeralContainers: [{ name: 'd', image: 'busybox' }] })[0]).toContain(start);
  });

  it('may not add or remove containers', () => {
    expect(updatePod(createPod(), { containers: [container, { ...container, name: 'd' }] })).toEqual([
      'spec.containers: Forbidden: pod updates may not add or remove containers',
    ]);
  });

  it('may bring the deadline nearer', () => {
    const old = createPod({ activeDeadlineSeconds: 10 });
    expect(updatePod(createPod(), { activeDeadlineSeconds: 10 })).toEqual([]);
    expect(updatePod(old, { activeDeadlineSeconds: 5 })).toEqual([]);
    expect(updatePod(old, { activeDeadlineSeconds: 11 })).toEqual([
      'spec.activeDeadlineSeconds: Invalid value: 11: must be less than or equal to previous value',
    ]);
    expect(updatePod(old, { activeDeadlineSeconds: undefined })).toEqual([
      'spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value',
    ]);
  });

  it('may add tolerations and change how long they last', () => {
    const first = { key: 'k', operator: 'Exists', effect: 'NoExecute' };
    const old = createPod({ tolerations: [first] });
    expect(updatePod(old, { tolerations: [{ ...first, tolerationSeconds: 5 }, { operator: 'Exists' }] })).toEqual([]);
    expect(updatePod(old, { tolerations: [] })).toEqual([
      'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
    ]);
  });

  it('may make a negative grace period 1', () => {
    const old = createPod({ terminationGracePeriodSeconds: -1 });
    expect(updatePod(old, { terminationGracePeriodSeconds: 1 })).toEqual([]);
    expect(updatePod(old, { terminationGracePeriodSeconds: 2 })).toHaveLength(1);
  });

  it('leaves the annotations that its node acts on, and a deletion cost that was always wrong', () => {
    const cost = 'controller.kubernetes.io/pod-deletion-cost';
    const mirror = 'kubernetes.io/config.mirror';
    const profile = `${appArmor}/${container.name}`;
    const change = (before: Record<string, string>, annotations: Record<string, string>) => {
      const old = createPod({ nodeName: 'n' });
      old.metadata = { ...old.metadata, annotations: before };
      return causesOf(update(pods, old, structuredClone({ ...old, metadata: { name: 'a', annotations } })));
    };
    expect(change({ a: '1' }, { b: '2' })).toEqual([]);
    expect(change({ [profile]: 'unconfined' }, {})).toEqual([
      `metadata.annotations[${profile}]: Forbidden: may not remove or update AppArmor annotations`,
    ]);
    expect(change({}, { [profile]: 'unconfined' })).toEqual([
      `metadata.annotations[${profile}]: Forbidden: may not add AppArmor annotations`,
    ]);
    expect(change({ [mirror]: 'x' }, { [mirror]: 'y' })).toEqual([
      `metadata.annotations[${mirror}]: Forbidden: may not remove or update mirror pod annotation`,
    ]);
    expect(change({}, { [mirror]: 'y' })).toEqual([
      `metadata.annotations[${mirror}]: Forbidden: may not add mirror pod annotation`,
    ]);
    expect(change({ [cost]: 'x' }, { [cost]: 'y' })).toEqual([]);
    const wrong = `metadata.annotations[${cost}]: Invalid value: "y": must be a 32bit integer`;
    expect(change({ [cost]: '1' }, { [cost]: 'y' })).toEqual([wrong, wrong]);
  });

  it('keeps the status', () => {
    const old = createPod();
    const written = update(pods, old, { ...old, status: { phase: 'Failed' } });
    expect(written.object['status']).toEqual(old['status']);
  });
});

describe('the status of a pod', () => {
  const write = (status: object, old: AnyObject = createPod()) => updateStatus(pods, old, { status });

  it('has its address in both fields', () => {
    expect(write({ podIP: '10.1.2.3' }).object['status']).toEqual({ podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.3' }] });
    expect(write({ podIPs: [{ ip: '::1' }] }).object['status']).toMatchObject({ podIP: '::1' });
  });

  it('has at most one address of each version', () => {
    expect(causesOf(write({ podIPs: [{ ip: '10.1.2.3' }, { ip: '::1' }] }))).toEqual([]);
    expect(causesOf(write({ podIPs: [{ ip: 'x' }] }))).toEqual([
      'status.podIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ]);
    expect(causesOf(write({ podIPs: [{ ip: 'x' }, { ip: '::1' }] })).slice(1)).toEqual([
      'status.podIPs: Internal error: failed to check for dual stack with error:ip <nil> is invalid',
      expect.stringMatching(/^status\.podIPs: .*may specify no more than one IP for each IP family$/),
    ]);
    expect(causesOf(write({ podIPs: [{ ip: '10.1.2.3' }, { ip: '10.1.2.4' }] }))).toEqual([
      expect.stringMatching(/^status\.podIPs: .*may specify no more than one IP for each IP family$/),
    ]);
  });

  it('nominates nodes by their names', () => {
    expect(causesOf(write({ nominatedNodeName: 'n1' }))).toEqual([]);
    expect(causesOf(write({ nominatedNodeName: 'Bad_Name' }))).toEqual([
      expect.stringMatching(/^status\.nominatedNodeName: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain/),
    ]);
  });

  it('does not revive a container that is not to be restarted', () => {
    const after = (restartPolicy: string, list = 'containerStatuses', exitCode = 1) => {
      const ended = [{ name: 'other' }, { name: 'c', state: { terminated: { exitCode } } }];
      const old = write({ [list]: ended }, createPod({ restartPolicy })).object;
      return causesOf(write({ [list]: [{ name: 'c', state: { running: {} } }] }, old));
    };
    const refusal = (list: string) => [
      `status.${list}[1].state: Forbidden: may not be transitioned to non-terminated state`,
    ];
    expect(after('Always')).toEqual([]);
    expect(after('OnFailure')).toEqual([]);
    expect(after('OnFailure', 'initContainerStatuses')).toEqual([]);
    expect(after('Always', 'initContainerStatuses', 0)).toEqual([]);
    expect(after('OnFailure', 'initContainerStatuses', 0)).toEqual(refusal('initContainerStatuses'));
    expect(after('Never')).toEqual(refusal('containerStatuses'));
    expect(after('Always', 'ephemeralContainerStatuses')).toEqual(refusal('ephemeralContainerStatuses'));
  });
});

describe('containers for debugging', () => {
  const debug = { name: 'dbg', image: 'busybox', targetContainerName: 'c' };

  function change(ephemeralContainers: object[], before: object[] = []): string[] {
    return causesOf({ ...write(ephemeralContainers, before), object: createPod() });
  }

  function write(ephemeralContainers: object[], before: object[] = [], labels: Record<string, string> = {}) {
    const old = createPod({ ephemeralContainers: before });
    const object = createPod({ ephemeralContainers });
    object.metadata = { ...object.metadata, resourceVersion: '1', labels };
    const hooks = updateHooksOf(pods, pods.subresources['ephemeralcontainers']);
    hooks.prepare?.(object as never, old as never);
    return { object, issues: validateChangedObject(pods, hooks, { object, old }) };
  }

  it('come without any other change', () => {
    const { object, issues } = write([debug], [], { new: 'label' });
    expect(issues).toEqual([]);
    expect(object.metadata.labels).toBeUndefined();
  });

  it('leave no trace of who wrote them', () => {
    const old = createPod();
    old.metadata = { ...old.metadata, managedFields: [{ manager: 'before' }] };
    const object = createPod({ ephemeralContainers: [debug] });
    object.metadata = { ...object.metadata, managedFields: [{ manager: 'before' }, { manager: 'now' }] };
    updateHooksOf(pods, pods.subresources['ephemeralcontainers']).prepare?.(object as never, old as never);
    expect(object.metadata.managedFields).toEqual([{ manager: 'before' }]);
  });

  it('may be added', () => {
    expect(change([debug])).toEqual([]);
  });

  it('may not be changed or removed', () => {
    expect(change([{ ...debug, image: 'x' }], [debug])).toEqual([
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "dbg" may not be changed\n- image: "busybox"\n+ image: "x"',
    ]);
    expect(change([], [debug])).toEqual([
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "dbg" may not be removed\n',
    ]);
  });

  it('have nothing that others rely on', () => {
    expect(change([{ ...debug, ports: [{ containerPort: 80 }] }])).toEqual([
      'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
    ]);
    const all = {
      ports: [{ containerPort: 80 }],
      resources: { limits: { cpu: '1' } },
      lifecycle: {},
      startupProbe: {},
    };
    expect(change([{ ...debug, ...all }]).slice(-4)).toEqual(
      ['ports', 'resources', 'startupProbe', 'lifecycle'].map(
        (field) => `spec.ephemeralContainers[0].${field}: Forbidden: cannot be set for an Ephemeral Container`,
      ),
    );
  });

  it('have the paths of a list within a list', () => {
    expect(change([{ name: 'dbg', image: '', imagePullPolicy: 'Always' }])).toEqual([
      'spec.ephemeralContainers[0][0].image: Required value',
    ]);
    expect(change([{ name: 'dbg', image: ' x' }])).toEqual([
      'spec.ephemeralContainers[0][0].image: Invalid value: " x": must not have leading or trailing whitespace',
    ]);
    expect(change([debug, debug])).toEqual(['spec.ephemeralContainers[1].name: Duplicate value: "dbg"']);
  });
});
