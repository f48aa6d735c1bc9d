/** Each kind that the releases removed, after `keelson convert --next`, and what is told of it. */
import { describe, expect, it } from '@jest/globals';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

async function migrate(object: unknown, ...args: readonly string[]) {
  const terminal = fakeTerminal(typeof object === 'string' ? object : JSON.stringify(object));
  const code = await run(['convert', '-f', '-', '--next', '1.26', ...args], terminal);
  const warnings = terminal
    .errors()
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replace('keelson convert: warning: standard input: ', ''));
  return { code, out: terminal.out(), warnings };
}

const metadata = { name: 'a' };
const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'busybox' }] } };
const selector = { matchLabels: labels };
const webhook = { name: 'w.example.com', clientConfig: { url: 'https://example.com/' } };
const pump = { group: 'example.com', names: { plural: 'pumps', kind: 'Pump' } };
const crd = { metadata: { name: 'pumps.example.com' } };
const schema = { openAPIV3Schema: { type: 'object' } };
/** Of a throw-away key. */
const request = Buffer.from(
  `-----BEGIN CERTIFICATE REQUEST-----
MIHHMG4CAQAwDDEKMAgGA1UEAwwBdTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BOVkjNEnAhvn6mvDckM4yEf3Gqaj9CgyuQ22OYoH854cT01SB52S2+OrIzg81afF
JC/28wNaitrehbQCuef+vTegADAKBggqhkjOPQQDAgNJADBGAiEA/TaKOwulRNIx
S+lYILIpFeLgP7Horcmbgkeqmomz5JQCIQD3YWiTMC4+63D7IVJmj7LAljuq1woR
vaQ5HVThu/3e/w==
-----END CERTIFICATE REQUEST-----
`,
).toString('base64');
const role = { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] };
const binding = (kind: string) => ({ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: 'r' } });
const level = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };

interface Case {
  readonly title: string;
  readonly before: object;
  /** A part of the object. */
  readonly after: object;
  readonly warnings?: readonly (string | RegExp)[];
}

const of = (apiVersion: string, kind: string, rest: object): object => ({ apiVersion, kind, metadata, ...rest });

const cases: readonly Case[] = [
  {
    title: 'Ingress: backends and ports have new names, and paths a type [notable-Ingress]',
    before: of('extensions/v1beta1', 'Ingress', {
      spec: {
        backend: { serviceName: 'front', servicePort: 'http' },
        rules: [{ http: { paths: [{ path: '/', backend: { serviceName: 'shop', servicePort: 80 } }] } }],
      },
    }),
    after: {
      apiVersion: 'networking.k8s.io/v1',
      spec: {
        defaultBackend: { service: { name: 'front', port: { name: 'http' } } },
        rules: [
          {
            http: {
              paths: [
                {
                  path: '/',
                  pathType: 'ImplementationSpecific',
                  backend: { service: { name: 'shop', port: { number: 80 } } },
                },
              ],
            },
          },
        ],
      },
    },
    warnings: [/^spec\.rules\[0\]\.http\.paths\[0\]\.pathType: becomes ImplementationSpecific, /],
  },
  {
    title: 'Ingress: the annotation of the class is for its author to replace',
    before: {
      ...of('networking.k8s.io/v1beta1', 'Ingress', { spec: { backend: { serviceName: 's', servicePort: 1 } } }),
      metadata: { name: 'a', annotations: { 'kubernetes.io/ingress.class': 'nginx' } },
    },
    after: {
      apiVersion: 'networking.k8s.io/v1',
      metadata: { annotations: { 'kubernetes.io/ingress.class': 'nginx' } },
    },
    warnings: [
      'metadata.annotations[kubernetes.io/ingress.class]: is deprecated; name an IngressClass in spec.ingressClassName',
    ],
  },
  {
    title: 'IngressClass: the version alone',
    before: of('networking.k8s.io/v1beta1', 'IngressClass', { spec: { controller: 'example.com/c' } }),
    after: { apiVersion: 'networking.k8s.io/v1', spec: { controller: 'example.com/c' } },
  },
  {
    title: 'NetworkPolicy: the version alone',
    before: of('extensions/v1beta1', 'NetworkPolicy', { spec: { podSelector: selector } }),
    after: { apiVersion: 'networking.k8s.io/v1', spec: { podSelector: selector } },
  },
  {
    title:
      'Deployment of extensions: old defaults are written out, and what is gone becomes an annotation [notable-Deployment]',
    before: of('extensions/v1beta1', 'Deployment', { spec: { template, rollbackTo: { revision: 3 } } }),
    after: {
      apiVersion: 'apps/v1',
      metadata: { annotations: { 'deprecated.deployment.rollback.to': '3' } },
      spec: {
        selector,
        progressDeadlineSeconds: 2_147_483_647,
        revisionHistoryLimit: 2_147_483_647,
        strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
      },
    },
    warnings: [
      /^spec\.rollbackTo: is gone/,
      /^spec\.selector: becomes the labels of the template/,
      /^spec\.progressDeadlineSeconds: stays without end \(2147483647\)/,
      /^spec\.revisionHistoryLimit: stays as the old version had it/,
      'spec.strategy.rollingUpdate.maxSurge: stays 1; the default of apps/v1 is 25%',
      'spec.strategy.rollingUpdate.maxUnavailable: stays 1; the default of apps/v1 is 25%',
    ],
  },
  {
    title: 'Deployment of apps/v1beta1: two revisions are kept',
    before: of('apps/v1beta1', 'Deployment', { spec: { template } }),
    after: { apiVersion: 'apps/v1', spec: { selector, revisionHistoryLimit: 2 } },
    warnings: [/^spec\.selector: /, /^spec\.revisionHistoryLimit: /],
  },
  {
    title: 'Deployment of apps/v1beta2: the version alone',
    before: of('apps/v1beta2', 'Deployment', { spec: { selector, template } }),
    after: { apiVersion: 'apps/v1', spec: { selector } },
  },
  {
    title: 'DaemonSet of extensions: updates stay on delete [notable-DaemonSet]',
    before: of('extensions/v1beta1', 'DaemonSet', { spec: { template, templateGeneration: 4 } }),
    after: {
      apiVersion: 'apps/v1',
      metadata: { annotations: { 'deprecated.daemonset.template.generation': '4' } },
      spec: { selector, updateStrategy: { type: 'OnDelete' } },
    },
    warnings: [
      /^spec\.templateGeneration: is gone/,
      /^spec\.selector: /,
      'spec.updateStrategy.type: stays OnDelete; the default of apps/v1 is RollingUpdate',
    ],
  },
  {
    title: 'DaemonSet of apps/v1beta2: the version alone',
    before: of('apps/v1beta2', 'DaemonSet', { spec: { selector, template } }),
    after: { apiVersion: 'apps/v1', spec: { selector } },
  },
  {
    title: 'StatefulSet of apps/v1beta1: updates stay on delete [notable-StatefulSet]',
    before: of('apps/v1beta1', 'StatefulSet', { spec: { serviceName: 's', template } }),
    after: { apiVersion: 'apps/v1', spec: { selector, updateStrategy: { type: 'OnDelete' } } },
    warnings: [/^spec\.selector: /, /^spec\.updateStrategy\.type: stays OnDelete/],
  },
  ...['extensions/v1beta1', 'apps/v1beta2'].map((version): Case => ({
    title: `ReplicaSet of ${version} [notable-ReplicaSet]`,
    before: of(version, 'ReplicaSet', { spec: { selector, template } }),
    after: { apiVersion: 'apps/v1', spec: { selector } },
  })),
  {
    title: 'ControllerRevision: the version alone',
    before: of('apps/v1beta1', 'ControllerRevision', { revision: 1, data: { a: 1 } }),
    after: { apiVersion: 'apps/v1', revision: 1, data: { a: 1 } },
  },
  {
    title: 'PodDisruptionBudget: an empty selector goes on selecting nothing [notable-PodDisruptionBudget]',
    before: of('policy/v1beta1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector: {} } }),
    after: {
      apiVersion: 'policy/v1',
      spec: {
        selector: {
          matchExpressions: [{ key: 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match', operator: 'Exists' }],
        },
      },
    },
    warnings: [/^spec\.selector: selects nothing in policy\/v1beta1, and so it stays/],
  },
  {
    title: 'PodDisruptionBudget: other selectors stay',
    before: of('policy/v1beta1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector } }),
    after: { apiVersion: 'policy/v1', spec: { selector } },
  },
  {
    title: 'PodSecurityPolicy: stays as it is, since nothing replaces it [notable-PodSecurityPolicy]',
    before: of('policy/v1beta1', 'PodSecurityPolicy', { spec: { privileged: true } }),
    after: { apiVersion: 'policy/v1beta1', spec: { privileged: true } },
    warnings: [
      'policy/v1beta1 PodSecurityPolicy is gone in 1.26',
      'nothing replaces it; use Pod Security admission or an admission webhook',
    ],
  },
  {
    title: 'HorizontalPodAutoscaler of v2beta1: metrics have targets [notable-HorizontalPodAutoscaler]',
    before: of('autoscaling/v2beta1', 'HorizontalPodAutoscaler', {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 3,
        metrics: [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 70 } }],
      },
    }),
    after: {
      apiVersion: 'autoscaling/v2',
      spec: {
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
        ],
      },
    },
  },
  {
    title: 'HorizontalPodAutoscaler of v2beta2: the version alone',
    before: of('autoscaling/v2beta2', 'HorizontalPodAutoscaler', {
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
    }),
    after: { apiVersion: 'autoscaling/v2', spec: { maxReplicas: 3 } },
  },
  {
    title: 'CronJob: the version alone',
    before: of('batch/v1beta1', 'CronJob', {
      spec: {
        schedule: '0 * * * *',
        jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', ...template.spec } } } },
      },
    }),
    after: { apiVersion: 'batch/v1', spec: { schedule: '0 * * * *' } },
  },
  {
    title: 'EndpointSlice: names and zones of nodes have fields of their own [notable-EndpointSlice]',
    before: of('discovery.k8s.io/v1beta1', 'EndpointSlice', {
      addressType: 'IPv4',
      endpoints: [
        {
          addresses: ['10.0.0.1'],
          topology: { 'kubernetes.io/hostname': 'n', 'topology.kubernetes.io/zone': 'z', 'example.com/rack': 'r' },
        },
      ],
    }),
    after: {
      apiVersion: 'discovery.k8s.io/v1',
      endpoints: [{ nodeName: 'n', zone: 'z', deprecatedTopology: { 'example.com/rack': 'r' } }],
    },
    warnings: [/^endpoints\[0\]\.topology\[example\.com\/rack\]: goes to deprecatedTopology/],
  },
  {
    title: 'Event: a server tells what new ones need [notable-Event]',
    before: of('events.k8s.io/v1beta1', 'Event', {
      metadata: { name: 'e', namespace: 'default' },
      regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
      deprecatedFirstTimestamp: '2022-01-02T03:04:05Z',
      type: 'Odd',
    }),
    after: { apiVersion: 'events.k8s.io/v1', regarding: { kind: 'Pod' } },
    warnings: [
      'deprecatedFirstTimestamp: cannot be written by new objects',
      /^eventTime: Required value.*\(a server refuses this in events\.k8s\.io\/v1\)$/,
      /^type: Invalid value: .* Odd \(a server/,
      /^firstTimestamp: Invalid value: .*needs to be unset/,
    ],
  },
  {
    title: 'RuntimeClass: the version alone',
    before: of('node.k8s.io/v1beta1', 'RuntimeClass', { handler: 'runc' }),
    after: { apiVersion: 'node.k8s.io/v1', handler: 'runc' },
  },
  ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map((kind): Case => ({
    title: `${kind}: old defaults are written out, and side effects are for its author to find out [notable-MutatingWebhookConfiguration notable-ValidatingWebhookConfiguration]`,
    before: of('admissionregistration.k8s.io/v1beta1', kind, { webhooks: [webhook, webhook] }),
    after: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      webhooks: [0, 1].map(() => ({
        failurePolicy: 'Ignore',
        matchPolicy: 'Exact',
        timeoutSeconds: 30,
        sideEffects: 'Unknown',
        admissionReviewVersions: ['v1beta1'],
      })),
    },
    warnings: [
      'webhooks[0].failurePolicy: stays Ignore; the default of v1 is Fail',
      'webhooks[1].failurePolicy: stays Ignore; the default of v1 is Fail',
      'webhooks[0].matchPolicy: stays Exact; the default of v1 is Equivalent',
      'webhooks[1].matchPolicy: stays Exact; the default of v1 is Equivalent',
      'webhooks[0].timeoutSeconds: stays 30; the default of v1 is 10',
      'webhooks[1].timeoutSeconds: stays 30; the default of v1 is 10',
      /^webhooks\[0\]\.sideEffects: find out if it is None or NoneOnDryRun/,
      /^webhooks\[1\]\.sideEffects: /,
      /^webhooks\[0\]\.admissionReviewVersions: becomes \[v1beta1\]/,
      /^webhooks\[1\]\.admissionReviewVersions: /,
      'webhooks[1].name: occurs twice; give each webhook a name of its own',
    ],
  })),
  {
    title:
      'CustomResourceDefinition: what was said for all versions is said for each [notable-CustomResourceDefinition]',
    before: of('apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', {
      ...crd,
      spec: {
        ...pump,
        version: 'v1',
        scope: 'Namespaced',
        preserveUnknownFields: false,
        validation: schema,
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', JSONPath: '.spec.size' }],
        conversion: { strategy: 'Webhook', webhookClientConfig: { url: 'https://example.com/' } },
      },
    }),
    after: {
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: {
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema,
            subresources: { status: {} },
            additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
          },
        ],
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://example.com/' }, conversionReviewVersions: ['v1beta1'] },
        },
      },
    },
    warnings: ['spec.conversion.conversionReviewVersions: becomes [v1beta1]; find out if the webhook knows v1'],
  },
  {
    title:
      'CustomResourceDefinition: scope, schema and unknown fields are for its author to decide [notable-CustomResourceDefinition]',
    before: of('apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', {
      ...crd,
      spec: { ...pump, versions: [{ name: 'v1', served: true, storage: true }] },
    }),
    after: {
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: { scope: 'Namespaced', preserveUnknownFields: true, versions: [{ name: 'v1' }] },
    },
    warnings: [
      'spec.scope: becomes Namespaced, as it was by default',
      'spec.versions[0].schema.openAPIV3Schema: write a structural schema',
      /^spec\.preserveUnknownFields: must be false for new definitions/,
    ],
  },
  {
    title:
      'SubjectAccessReview: the groups have a new name [notable-LocalSubjectAccessReview notable-SubjectAccessReview]',
    before: of('authorization.k8s.io/v1beta1', 'SubjectAccessReview', {
      metadata: {},
      spec: { group: ['g'], user: 'u', resourceAttributes: { verb: 'get', resource: 'pods' } },
    }),
    after: { apiVersion: 'authorization.k8s.io/v1', spec: { groups: ['g'], user: 'u' } },
  },
  {
    title: 'TokenReview: the version alone',
    before: of('authentication.k8s.io/v1beta1', 'TokenReview', { spec: { token: 't' } }),
    after: { apiVersion: 'authentication.k8s.io/v1', spec: { token: 't' } },
  },
  {
    title: 'CertificateSigningRequest: signer and usages are for its author to say [notable-CertificateSigningRequest]',
    before: of('certificates.k8s.io/v1beta1', 'CertificateSigningRequest', { spec: { request } }),
    after: { apiVersion: 'certificates.k8s.io/v1', spec: { request } },
    warnings: [/^spec\.signerName: name the signer/, 'spec.usages: say what the certificate is for'],
  },
  {
    title: 'APIService: the version alone',
    before: of('apiregistration.k8s.io/v1beta1', 'APIService', {
      metadata: { name: 'v1.example.com' },
      spec: {
        group: 'example.com',
        version: 'v1',
        groupPriorityMinimum: 1,
        versionPriority: 1,
        insecureSkipTLSVerify: true,
        service: { namespace: 'default', name: 's' },
      },
    }),
    after: { apiVersion: 'apiregistration.k8s.io/v1', spec: { group: 'example.com' } },
  },
  {
    title: 'Lease: the version alone',
    before: of('coordination.k8s.io/v1beta1', 'Lease', { spec: { holderIdentity: 'me' } }),
    after: { apiVersion: 'coordination.k8s.io/v1', spec: { holderIdentity: 'me' } },
  },
  ...['ClusterRole', 'Role'].map((kind): Case => ({
    title: `${kind}: the version alone`,
    before: of('rbac.authorization.k8s.io/v1beta1', kind, role),
    after: { apiVersion: 'rbac.authorization.k8s.io/v1', ...role },
  })),
  ...['ClusterRoleBinding', 'RoleBinding'].map((kind): Case => ({
    title: `${kind}: the version alone`,
    before: of('rbac.authorization.k8s.io/v1beta1', kind, binding('ClusterRole')),
    after: { apiVersion: 'rbac.authorization.k8s.io/v1', ...binding('ClusterRole') },
  })),
  {
    title: 'PriorityClass: the version alone',
    before: of('scheduling.k8s.io/v1beta1', 'PriorityClass', { value: 5 }),
    after: { apiVersion: 'scheduling.k8s.io/v1', value: 5 },
  },
  {
    title: 'CSIDriver: the version alone',
    before: of('storage.k8s.io/v1beta1', 'CSIDriver', { spec: { attachRequired: false } }),
    after: { apiVersion: 'storage.k8s.io/v1', spec: { attachRequired: false } },
  },
  {
    title: 'CSINode: the version alone',
    before: of('storage.k8s.io/v1beta1', 'CSINode', { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } }),
    after: { apiVersion: 'storage.k8s.io/v1', spec: { drivers: [{ name: 'd', nodeID: 'n' }] } },
  },
  {
    title: 'StorageClass: the version alone',
    before: of('storage.k8s.io/v1beta1', 'StorageClass', { provisioner: 'example.com/p' }),
    after: { apiVersion: 'storage.k8s.io/v1', provisioner: 'example.com/p' },
  },
  {
    title: 'VolumeAttachment: the version alone',
    before: of('storage.k8s.io/v1beta1', 'VolumeAttachment', {
      spec: { attacher: 'example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } },
    }),
    after: { apiVersion: 'storage.k8s.io/v1', spec: { nodeName: 'n' } },
  },
  {
    title: 'FlowSchema: the version alone',
    before: of('flowcontrol.apiserver.k8s.io/v1beta1', 'FlowSchema', {
      spec: { priorityLevelConfiguration: { name: 'l' }, matchingPrecedence: 5 },
    }),
    after: { apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2', spec: { matchingPrecedence: 5 } },
  },
  {
    title: 'PriorityLevelConfiguration: the version alone',
    before: of('flowcontrol.apiserver.k8s.io/v1beta1', 'PriorityLevelConfiguration', { spec: level }),
    after: { apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2', spec: level },
  },
];

describe('convert --next', () => {
  it.each(cases)('$title', async ({ before, after, warnings = [] }) => {
    const migrated = await migrate(before);
    expect({ code: migrated.code, said: migrated.warnings }).toEqual({
      code: 0,
      said: warnings.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
    });
    expect(JSON.parse(migrated.out)).toMatchObject(after);
  });

  it('leaves alone what the release still has, and what it does not know, to the last field', async () => {
    for (const object of [
      of('batch/v1', 'Job', { spec: { unknown: true } }),
      of('example.com/v1', 'Pump', { spec: { size: 1 } }),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { key: 'value' } },
    ]) {
      const { code, out, warnings } = await migrate(object);
      expect([code, JSON.parse(out), warnings]).toEqual([0, object, []]);
    }
    const early = of('policy/v1beta1', 'PodDisruptionBudget', { spec: { selector: {} } });
    expect(JSON.parse((await migrate(early, '--next', '1.24')).out)).toEqual(early);
  });

  it('migrates each document of a file, each item of a List and those of lists of one kind [aid-convert]', async () => {
    const yaml = 'apiVersion: batch/v1beta1\nkind: CronJobList\nitems: []\n---\napiVersion: v9\nkind: Odd\n';
    const { code, out } = await migrate(yaml);
    expect(code).toBe(0);
    expect(out.split('---\n').map((document) => document.split('\n')[0])).toEqual([
      'apiVersion: batch/v1',
      'apiVersion: v9',
    ]);
    const budget = of('policy/v1beta1', 'PodDisruptionBudget', { spec: { selector: {} } });
    const items = [of('example.com/v1', 'Pump', {}), budget];
    const listed = await migrate({ apiVersion: 'v1', kind: 'List', items });
    expect(JSON.parse(listed.out)).toMatchObject({
      kind: 'List',
      items: [{ apiVersion: 'example.com/v1' }, { apiVersion: 'policy/v1' }],
    });
    expect(listed.warnings).toEqual([expect.stringMatching(/^items\[1\]: spec\.selector: selects nothing/)]);
  });

  it('is quiet where it is asked to be', async () => {
    const budget = of('policy/v1beta1', 'PodDisruptionBudget', { spec: { selector: {} } });
    expect((await migrate(budget, '--field-validation', 'Ignore')).warnings).toEqual([]);
  });

  it('follows the domain', async () => {
    const slice = of('discovery.example.org/v1beta1', 'EndpointSlice', {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.0.1'], topology: { rack: 'r' } }],
    });
    const { out, warnings } = await migrate(slice, '--domain', 'example.org');
    expect(JSON.parse(out)).toMatchObject({ apiVersion: 'discovery.example.org/v1' });
    expect(warnings).toEqual([expect.stringMatching(/^endpoints\[0\]\.topology\[rack\]: /)]);
  });

  it.each([[['--next', '1.99']], [['--output-version', 'policy/v1']]])('refuses %j with exit code 2', async (args) => {
    expect((await migrate({}, ...args)).code).toBe(2);
  });
});
