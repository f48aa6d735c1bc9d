import { describe, expect, it } from '@jest/globals';

import { causesOf, create } from '../../testing/admit.ts';
import { podTemplates } from './pod-template.resource.ts';
import { pods } from './pod.resource.ts';

const container = { name: 'c', image: 'busybox' };
const labelProblem =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const subdomainProblem = String.raw`a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`;
const namePartProblem =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** Validation errors of a pod with this spec. */
function problemsOf(spec: object): string[] {
  const made = create(pods, { metadata: { name: 'a' }, spec: { containers: [container], ...spec } });
  return causesOf(made).map((cause) => cause.replace(/^spec\./, ''));
}

function problemsOfContainer(given: object): string[] {
  return problemsOf({ containers: [{ ...container, ...given }] }).map((cause) =>
    cause.replace(/^containers\[0\]\.?/, ''),
  );
}

describe('the containers of a pod', () => {
  it('are at least one', () => {
    expect(problemsOf({ containers: [] })).toEqual(['containers: Required value']);
    expect(problemsOf({})).toEqual([]);
  });

  it('have names that are labels and differ', () => {
    expect(problemsOfContainer({ name: '' })).toEqual(['name: Required value']);
    expect(problemsOfContainer({ name: 'Bad_Name' })).toEqual([`name: Invalid value: "Bad_Name": ${labelProblem}`]);
    expect(problemsOf({ containers: [container, container] })).toEqual(['containers[1].name: Duplicate value: "c"']);
    expect(problemsOf({ initContainers: [container] })).toEqual(['initContainers[0].name: Duplicate value: "c"']);
  });

  it('have an image', () => {
    expect(problemsOfContainer({ image: '' })).toEqual(['image: Required value']);
    expect(problemsOfContainer({ image: ' ' })).toEqual([
      'image: Invalid value: " ": must not have leading or trailing whitespace',
    ]);
  });

  it('are pulled and end in known ways', () => {
    expect(problemsOfContainer({ imagePullPolicy: 'Now' })).toEqual([
      'imagePullPolicy: Unsupported value: "Now": supported values: "Always", "IfNotPresent", "Never"',
    ]);
    expect(problemsOfContainer({ terminationMessagePolicy: 'X' })).toEqual([
      `terminationMessagePolicy: Invalid value: "X": must be 'File' or 'FallbackToLogsOnError'`,
    ]);
  });

  it('that run first have no probes and no lifecycle', () => {
    const init = { name: 'i', image: 'busybox', livenessProbe: { tcpSocket: { port: 80 } } };
    expect(problemsOf({ initContainers: [init] })).toEqual([
      expect.stringMatching(
        /^initContainers\[0\]\.livenessProbe: Invalid value: .*: must not be set for init containers$/,
      ),
    ]);
  });

  it('for debugging do not come with the pod', () => {
    const problems = problemsOf({
      ephemeralContainers: [{ name: 'd', image: 'busybox', targetContainerName: 'none' }],
    });
    expect(problems).toEqual([
      'ephemeralContainers[0].targetContainerName: Not found: "none"',
      'ephemeralContainers: Forbidden: cannot be set on create',
    ]);
  });
});

describe('the ports of containers', () => {
  it('have numbers that ports can have', () => {
    expect(problemsOfContainer({ ports: [{ containerPort: 65535, hostPort: 1 }] })).toEqual([]);
    expect(problemsOfContainer({ ports: [{}] })).toEqual(['ports[0].containerPort: Required value']);
    expect(problemsOfContainer({ ports: [{ containerPort: 65536, hostPort: -1 }] })).toEqual([
      'ports[0].containerPort: Invalid value: 65536: must be between 1 and 65535, inclusive',
      'ports[0].hostPort: Invalid value: -1: must be between 1 and 65535, inclusive',
    ]);
  });

  it('have names that differ, and known protocols', () => {
    const port = { name: 'web', containerPort: 80 };
    expect(problemsOfContainer({ ports: [port, { ...port, containerPort: 81 }] })).toEqual([
      'ports[1].name: Duplicate value: "web"',
    ]);
    expect(problemsOfContainer({ ports: [{ containerPort: 80, protocol: 'X' }] })).toEqual([
      'ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
    ]);
  });

  it('share no port of the node', () => {
    const ports = [{ containerPort: 80, hostPort: 8080 }];
    expect(
      problemsOf({
        containers: [
          { ...container, ports },
          { ...container, name: 'd', ports },
        ],
      }),
    ).toEqual(['containers[1].ports[0].hostPort: Duplicate value: "TCP//8080"']);
  });

  it('are those of the node in its network', () => {
    expect(problemsOf({ hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 80 }] }] })).toEqual(
      [],
    );
    const ports = [{ containerPort: 80, hostPort: 81 }];
    expect(problemsOf({ hostNetwork: true, containers: [{ ...container, ports }] })).toEqual([
      'containers[0].ports[0].containerPort: Invalid value: 80: must match `hostPort` when `hostNetwork` is true',
    ]);
  });
});

describe('environment variables', () => {
  const problemsOfEnv = (variable: object) =>
    problemsOfContainer({ env: [{ name: 'E', ...variable }] }).map((cause) => cause.replace(/^env\[0\]\.?/, ''));

  it('have names that shells can read', () => {
    expect(problemsOfEnv({ name: 'my.env-name' })).toEqual([]);
    expect(problemsOfEnv({ name: '' })).toEqual(['name: Required value']);
    expect(problemsOfEnv({ name: '1 bad' })).toEqual([
      `name: Invalid value: "1 bad": a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')`,
    ]);
  });

  it('have a value or one source', () => {
    const fieldRef = { fieldPath: 'metadata.name' };
    const secretKeyRef = { name: 's', key: 'k' };
    expect(problemsOfEnv({ valueFrom: { fieldRef } })).toEqual([]);
    expect(problemsOfEnv({ value: 'x', valueFrom: { fieldRef } })).toEqual([
      'valueFrom: Invalid value: "": may not be specified when `value` is not empty',
    ]);
    expect(problemsOfEnv({ valueFrom: {} })).toEqual([
      'valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
    ]);
    expect(problemsOfEnv({ valueFrom: { fieldRef, secretKeyRef } })).toEqual([
      'valueFrom: Invalid value: "": may not have more than one field specified at a time',
    ]);
  });

  it('show fields that a pod has', () => {
    const problems = (fieldPath: string, more: object = {}) =>
      problemsOfEnv({ valueFrom: { fieldRef: { fieldPath, ...more } } });
    const path = 'valueFrom.fieldRef';
    expect(problems("metadata.labels['app']")).toEqual([]);
    expect(problems("metadata.annotations['Example.com/x']")).toEqual([]);
    expect(problems('spec.host')).toEqual([]);
    expect(problems('spec.nonsense')).toEqual([
      `${path}.fieldPath: Invalid value: "spec.nonsense": error converting fieldPath: field label not supported: spec.nonsense`,
    ]);
    expect(problems("spec.nodeName['x']")).toEqual([
      `${path}.fieldPath: Invalid value: "spec.nodeName['x']": error converting fieldPath: field label does not support subscript: spec.nodeName['x']`,
    ]);
    expect(problems("metadata.labels['b d']")).toEqual([`${path}: Invalid value: "b d": ${namePartProblem}`]);
    expect(problems('metadata.labels')).toEqual([
      `${path}.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.podIP", "status.podIPs"`,
    ]);
    expect(problems('metadata.name', { apiVersion: 'v2' })).toEqual([
      `${path}.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2`,
    ]);
    expect(problems('')).toEqual([`${path}.fieldPath: Required value`]);
  });

  it('show resources in units that fit', () => {
    const problems = (resourceFieldRef: object) => problemsOfEnv({ valueFrom: { resourceFieldRef } });
    expect(problems({ resource: 'limits.cpu', divisor: '1m' })).toEqual([]);
    expect(problems({ resource: 'requests.hugepages-2Mi', divisor: '1Mi' })).toEqual([]);
    expect(problems({ resource: 'limits.cpu', divisor: '1Mi' })).toEqual([
      `valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
    ]);
    expect(problems({ resource: 'limits.disk' })).toEqual([
      'valueFrom.resourceFieldRef.resource: Unsupported value: "limits.disk": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
    ]);
    expect(problems({})).toEqual(['valueFrom.resourceFieldRef.resource: Required value']);
  });

  it('name the key that they come from', () => {
    expect(problemsOfEnv({ valueFrom: { configMapKeyRef: { name: '', key: '' } } })).toEqual([
      `valueFrom.configMapKeyRef.name: Invalid value: "": ${subdomainProblem}`,
      'valueFrom.configMapKeyRef.key: Required value',
    ]);
  });

  it('may come from all keys of one object', () => {
    const problems = (source: object) => problemsOfContainer({ envFrom: [source] });
    expect(problems({ prefix: 'P_', configMapRef: { name: 'x' } })).toEqual([]);
    expect(problems({ secretRef: {} })).toEqual(['envFrom[0].secretRef.name: Required value']);
    expect(problems({})).toEqual(['envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`']);
    expect(problems({ configMapRef: { name: 'x' }, secretRef: { name: 'x' } })).toEqual([
      'envFrom: Invalid value: "": may not have more than one field specified at a time',
    ]);
  });
});

describe('probes', () => {
  const tcpSocket = { port: 80 };
  const problemsOfProbe = (livenessProbe: object) => problemsOfContainer({ livenessProbe });

  it('have exactly one handler', () => {
    expect(problemsOfProbe({ tcpSocket })).toEqual([]);
    expect(problemsOfProbe({})).toEqual(['livenessProbe: Required value: must specify a handler type']);
    expect(problemsOfProbe({ tcpSocket, exec: { command: ['x'] } })).toEqual([
      'livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
    ]);
  });

  it('have handlers that can work', () => {
    expect(problemsOfProbe({ exec: {} })).toEqual(['livenessProbe.exec.command: Required value']);
    expect(problemsOfProbe({ tcpSocket: { port: 0 } })).toEqual([
      'livenessProbe.tcpSocket.port: Invalid value: 0: must be between 1 and 65535, inclusive',
    ]);
    expect(problemsOfProbe({ grpc: { port: 70000 } })).toEqual([
      'livenessProbe.grpc.port: Invalid value: 70000: must be between 1 and 65535, inclusive',
    ]);
    expect(problemsOfProbe({ httpGet: { port: 'a_b' } })).toEqual([
      'livenessProbe.httpGet.port: Invalid value: "a_b": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    ]);
    expect(problemsOfProbe({ httpGet: { port: 80, scheme: 'FTP' } })).toEqual([
      'livenessProbe.httpGet.scheme: Unsupported value: "FTP": supported values: "HTTP", "HTTPS"',
    ]);
    expect(problemsOfProbe({ httpGet: { port: 80, httpHeaders: [{ name: 'a b', value: '' }] } })).toEqual([
      `livenessProbe.httpGet.httpHeaders: Invalid value: "a b": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')`,
    ]);
  });

  it('count from zero, and restart after one success', () => {
    expect(problemsOfProbe({ tcpSocket, periodSeconds: -1 })).toEqual([
      'livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0',
    ]);
    expect(problemsOfProbe({ tcpSocket, successThreshold: 2 })).toEqual([
      'livenessProbe.successThreshold: Invalid value: 2: must be 1',
    ]);
    expect(problemsOfContainer({ readinessProbe: { tcpSocket, successThreshold: 2 } })).toEqual([]);
  });

  it('have a grace period only where they end something', () => {
    expect(problemsOfProbe({ tcpSocket, terminationGracePeriodSeconds: 1 })).toEqual([]);
    expect(problemsOfProbe({ tcpSocket, terminationGracePeriodSeconds: 0 })).toEqual([
      'livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0',
    ]);
    expect(problemsOfContainer({ readinessProbe: { tcpSocket, terminationGracePeriodSeconds: 1 } })).toEqual([
      'readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for readinessProbes',
    ]);
  });

  it('share their handlers with the lifecycle', () => {
    expect(problemsOfContainer({ lifecycle: { preStop: {} } })).toEqual([
      'lifecycle.preStop: Required value: must specify a handler type',
    ]);
  });
});

describe('resources', () => {
  const problemsOfResources = (resources: object) => problemsOfContainer({ resources });

  it('are not requested beyond their limit', () => {
    expect(problemsOfResources({ limits: { cpu: '1' }, requests: { cpu: '1000m' } })).toEqual([]);
    expect(problemsOfResources({ limits: { cpu: '1' }, requests: { cpu: '1001m' } })).toEqual([
      'resources.requests: Invalid value: "1001m": must be less than or equal to cpu limit',
    ]);
  });

  it('are not negative', () => {
    expect(problemsOfResources({ requests: { memory: '-1' } })).toEqual([
      'resources.requests[memory]: Invalid value: "-1": must be greater than or equal to 0',
    ]);
  });

  it('have names that containers can ask for', () => {
    expect(problemsOfResources({ requests: { pods: '1' } })).toEqual([
      'resources.requests[pods]: Invalid value: "pods": must be a standard resource for containers',
    ]);
    expect(problemsOfResources({ requests: { gpu: '1' } })).toEqual([
      'resources.requests[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified',
      'resources.requests[gpu]: Invalid value: "gpu": must be a standard resource for containers',
    ]);
  });

  it('of extensions are whole, and asked for as they are limited', () => {
    const gpu = 'example.com/gpu';
    expect(problemsOfResources({ limits: { [gpu]: '2' } })).toEqual([]);
    expect(problemsOfResources({ limits: { [gpu]: '2' }, requests: { [gpu]: '1' } })).toEqual([
      `resources.requests: Invalid value: "1": must be equal to ${gpu} limit`,
    ]);
    expect(problemsOfResources({ requests: { [gpu]: '1' } })).toEqual([
      'resources.limits: Required value: Limit must be set for non overcommitable resources',
    ]);
    expect(problemsOfResources({ limits: { [gpu]: '1500m' } })).toContain(
      `resources.limits[${gpu}]: Invalid value: "1500m": must be an integer`,
    );
  });

  it('of huge pages are whole pages, along with something to run on', () => {
    const pages = 'hugepages-2Mi';
    expect(problemsOfResources({ limits: { [pages]: '4Mi', cpu: '1' } })).toEqual([]);
    expect(problemsOfResources({ limits: { [pages]: '4Mi' } })).toEqual([
      'resources: Forbidden: HugePages require cpu or memory',
    ]);
    expect(problemsOfResources({ limits: { [pages]: '3Mi', cpu: '1' } })).toContain(
      `resources.limits[${pages}]: Invalid value: "3Mi": 3Mi is not positive integer multiple of ${pages}`,
    );
  });
});

describe('the settings of a pod', () => {
  it.each<[object, string]>([
    [
      { dnsPolicy: 'X' },
      'dnsPolicy: Unsupported value: "X": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
    ],
    [{ restartPolicy: 'X' }, 'restartPolicy: Unsupported value: "X": supported values: "Always", "OnFailure", "Never"'],
    [
      { activeDeadlineSeconds: 0 },
      'activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
    ],
    [{ hostname: 'Bad_Name' }, `hostname: Invalid value: "Bad_Name": ${labelProblem}`],
    [{ subdomain: 'Bad_Name' }, `subdomain: Invalid value: "Bad_Name": ${labelProblem}`],
    [{ nodeName: 'Bad_Name' }, `nodeName: Invalid value: "Bad_Name": ${subdomainProblem}`],
    [{ serviceAccountName: 'Bad_Name' }, `serviceAccountName: Invalid value: "Bad_Name": ${subdomainProblem}`],
    [{ priorityClassName: 'Bad_Name' }, `priorityClassName: Invalid value: "Bad_Name": ${subdomainProblem}`],
    [{ runtimeClassName: 'Bad_Name' }, `runtimeClassName: Invalid value: "Bad_Name": ${subdomainProblem}`],
    [{ nodeSelector: { 'bad key': 'v' } }, `nodeSelector: Invalid value: "bad key": ${namePartProblem}`],
    [
      { preemptionPolicy: 'X' },
      'preemptionPolicy: Unsupported value: "X": supported values: "PreemptLowerPriority", "Never"',
    ],
    [
      { readinessGates: [{ conditionType: 'b d' }] },
      `readinessGates[0].conditionType: Invalid value: "b d": ${namePartProblem}`,
    ],
    [{ overhead: { cpu: '-1' } }, 'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    [{ hostAliases: [{ ip: 'x' }] }, 'hostAliases.ip: Invalid value: "x": must be valid IP address'],
    [{ os: { name: 'dos' } }, 'os: Unsupported value: "dos": supported values: "linux", "windows"'],
    [{ os: { name: 'windows' }, hostPID: true }, 'hostPID: Forbidden: cannot be set for a windows pod'],
  ])('are refused where they make no sense: %j', (spec, problem) => {
    expect(problemsOf(spec)).toEqual([problem]);
  });

  it('may be many at once', () => {
    const good = {
      dnsPolicy: 'Default',
      activeDeadlineSeconds: 2147483647,
      terminationGracePeriodSeconds: -1,
      hostname: 'a',
      nodeSelector: { 'example.com/x': 'v' },
      hostAliases: [{ ip: '::1', hostnames: ['a.b'] }],
      readinessGates: [{ conditionType: 'example.com/x' }],
      os: { name: 'linux' },
    };
    expect(problemsOf(good)).toEqual([]);
  });

  it('say where names are looked up when no policy does', () => {
    expect(problemsOf({ dnsPolicy: 'None', dnsConfig: { nameservers: ['1.1.1.1'] } })).toEqual([]);
    expect(problemsOf({ dnsPolicy: 'None' })).toEqual([
      'dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None',
    ]);
    expect(problemsOf({ dnsPolicy: 'None', dnsConfig: {} })).toEqual([
      'dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None',
    ]);
    expect(problemsOf({ dnsConfig: { nameservers: ['x'], searches: ['a_b'], options: [{}] } })).toEqual([
      'dnsConfig.nameservers[0]: Invalid value: "x": must be valid IP address',
      `dnsConfig.searches[0]: Invalid value: "a_b": ${subdomainProblem}`,
      'dnsConfig.options[0]: Required value: must not be empty',
    ]);
  });
});

describe('tolerations', () => {
  it.each<[object, string]>([
    [{ key: 'k', operator: 'X' }, 'operator: Unsupported value: "X": supported values: "Equal", "Exists"'],
    [{ key: 'b d' }, `key: Invalid value: "b d": ${namePartProblem}`],
    [
      {},
      'operator: Invalid value: "": operator must be Exists when `key` is empty, which means "match all values and all keys"',
    ],
    [
      { key: 'k', tolerationSeconds: 1 },
      `effect: Invalid value: "": effect must be 'NoExecute' when \`tolerationSeconds\` is set`,
    ],
    [
      { key: 'k', effect: 'X' },
      'effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    ],
  ])('are refused where they tolerate nothing: %j', (toleration, problem) => {
    expect(problemsOf({ tolerations: [toleration] })).toEqual([`tolerations[0].${problem}`]);
  });

  it('may be for every taint, or for one', () => {
    const one = { key: 'k', value: 'v', effect: 'NoExecute', tolerationSeconds: 1 };
    expect(problemsOf({ tolerations: [{ operator: 'Exists' }, one] })).toEqual([]);
  });
});

describe('affinities', () => {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const nodeTerm = (term: object) =>
    problemsOf({ affinity: { nodeAffinity: { [required]: { nodeSelectorTerms: [term] } } } });
  const path = `affinity.nodeAffinity.${required}.nodeSelectorTerms[0]`;

  it('to nodes name what they ask for', () => {
    expect(nodeTerm({ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] })).toEqual([]);
    expect(nodeTerm({ matchExpressions: [{ key: 'a', operator: 'In' }] })).toEqual([
      `${path}.matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
    ]);
    expect(nodeTerm({ matchExpressions: [{ key: 'a', operator: 'Near' }] })).toEqual([
      `${path}.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator`,
    ]);
    expect(nodeTerm({ matchFields: [{ key: 'spec.x', operator: 'In', values: ['a'] }] })).toEqual([
      `${path}.matchFields[0].key: Invalid value: "spec.x": not a valid field selector key`,
    ]);
    expect(problemsOf({ affinity: { nodeAffinity: { [required]: {} } } })).toEqual([
      `affinity.nodeAffinity.${required}.nodeSelectorTerms: Required value: must have at least one node selector term`,
    ]);
  });

  it('weigh from 1 to 100', () => {
    const weighted = (weight: number) => problemsOf({ affinity: { nodeAffinity: { [preferred]: [{ weight }] } } });
    expect(weighted(100)).toEqual([]);
    expect(weighted(101)).toEqual([
      `affinity.nodeAffinity.${preferred}[0].weight: Invalid value: 101: must be in the range 1-100`,
    ]);
  });

  it('to pods say what a place is', () => {
    expect(problemsOf({ affinity: { podAntiAffinity: { [required]: [{ topologyKey: 'zone' }] } } })).toEqual([]);
    expect(problemsOf({ affinity: { podAntiAffinity: { [required]: [{ topologyKey: '' }] } } })[0]).toBe(
      `affinity.podAntiAffinity.${required}[0].topologyKey: Required value: can not be empty`,
    );
  });
});

describe('the spreading of pods', () => {
  const constraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };

  it('is refused where it cannot be met', () => {
    const path = 'topologySpreadConstraints';
    expect(problemsOf({ [path]: [constraint] })).toEqual([]);
    expect(problemsOf({ [path]: [{}] })).toEqual([
      `${path}[0].maxSkew: Invalid value: 0: must be greater than zero`,
      `${path}[0].topologyKey: Required value: can not be empty`,
      `${path}[0].whenUnsatisfiable: Unsupported value: "": supported values: "DoNotSchedule", "ScheduleAnyway"`,
    ]);
    expect(problemsOf({ [path]: [constraint, constraint] })).toEqual([
      `${path}[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"`,
    ]);
  });
});

describe('security contexts', () => {
  it.each<[object, string]>([
    [{ runAsUser: -1 }, 'runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive'],
    [{ fsGroup: 2 ** 31 }, 'fsGroup: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive'],
    [
      { supplementalGroups: [0, -1] },
      'supplementalGroups[1]: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    ],
    [
      { fsGroupChangePolicy: 'X' },
      'fsGroupChangePolicy: Unsupported value: "X": supported values: "Always", "OnRootMismatch"',
    ],
    [
      { seccompProfile: { type: 'X' } },
      'seccompProfile.type: Unsupported value: "X": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
    ],
    [
      { seccompProfile: { type: 'Localhost' } },
      'seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
    ],
    [{ sysctls: [{ name: '', value: '' }] }, 'sysctls[0].name: Required value'],
    [
      { sysctls: [{ name: 'a b', value: '' }] },
      String.raw`sysctls[0].name: Invalid value: "a b": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`,
    ],
  ])('of pods are refused: %j', (securityContext, problem) => {
    expect(problemsOf({ securityContext })).toEqual([`securityContext.${problem}`]);
  });

  it('of containers cannot forbid what they give', () => {
    const none = { allowPrivilegeEscalation: false };
    expect(problemsOfContainer({ securityContext: none })).toEqual([]);
    expect(problemsOfContainer({ securityContext: { ...none, privileged: true } })).toEqual([
      expect.stringMatching(
        /^securityContext: .*cannot set `allowPrivilegeEscalation` to false and `privileged` to true$/,
      ),
    ]);
  });

  it('share processes with the node or among themselves, not both', () => {
    expect(problemsOf({ hostPID: true, shareProcessNamespace: true })).toEqual([
      'securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
    ]);
  });
});

describe('blueprints of pods', () => {
  const problems = (template: object) => causesOf(create(podTemplates, { metadata: { name: 'a' }, template }));

  it('may leave the image blank, and nothing else open', () => {
    expect(problems({ spec: { containers: [{ name: 'c', image: ' ' }] } })).toEqual([]);
    expect(problems({})).toEqual(['template.spec.containers: Required value']);
  });

  it('have labels and annotations as pods have', () => {
    expect(problems({ metadata: { labels: { 'b d': '' } }, spec: { containers: [container] } })).toEqual([
      `template.labels: Invalid value: "b d": ${namePartProblem}`,
    ]);
  });

  it('have no containers for debugging', () => {
    const ephemeralContainers = [{ name: 'd', image: 'busybox' }];
    expect(problems({ spec: { containers: [container], ephemeralContainers } })).toEqual([
      'template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template',
    ]);
  });
});
