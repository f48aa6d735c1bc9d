import { describe, expect, it } from '@jest/globals';

import { convertExample } from '../testing/convert-example.ts';
import type { Example } from '../testing/convert-example.ts';

const named = (kind: string, apiVersion: string, rest: object): Example => ({
  kind,
  apiVersion,
  metadata: { name: 'a', creationTimestamp: null },
  ...rest,
});

describe('an Ingress', () => {
  const backends: readonly (readonly [string, object, object])[] = [
    ['port number', { serviceName: 's', servicePort: 80 }, { service: { name: 's', port: { number: 80 } } }],
    ['port name', { serviceName: 's', servicePort: 'http' }, { service: { name: 's', port: { name: 'http' } } }],
    [
      'resource',
      { servicePort: 0, resource: { apiGroup: null, kind: 'Bucket', name: 'b' } },
      { resource: { apiGroup: null, kind: 'Bucket', name: 'b' } },
    ],
  ];

  it.each(backends)('keeps a backend with a %s in both directions', (_title, before, after) => {
    for (const apiVersion of ['extensions/v1beta1', 'networking.k8s.io/v1beta1']) {
      const path = { path: '/', pathType: 'Prefix' };
      const status = { loadBalancer: {} };
      const old = named('Ingress', apiVersion, {
        spec: {
          ingressClassName: 'c',
          backend: before,
          rules: [{ host: 'h', http: { paths: [{ ...path, backend: before }] } }],
        },
        status,
      });
      const now = named('Ingress', 'networking.k8s.io/v1', {
        spec: {
          ingressClassName: 'c',
          defaultBackend: after,
          rules: [{ host: 'h', http: { paths: [{ ...path, backend: after }] } }],
        },
        status,
      });
      expect(convertExample(old, 'networking.k8s.io/v1')).toEqual(now);
      expect(convertExample(now, apiVersion)).toEqual(old);
    }
  });

  it('leaves to the controller how to match a path whose type was open', () => {
    const paths = [{ backend: { serviceName: 's', servicePort: 80 } }];
    const old = named('Ingress', 'extensions/v1beta1', { spec: { rules: [{ http: { paths } }] } });
    expect(convertExample(old, 'networking.k8s.io/v1')).toMatchObject({
      spec: { rules: [{ http: { paths: [{ pathType: 'ImplementationSpecific' }] } }] },
    });
  });
});

describe('a CustomResourceDefinition', () => {
  const names = { plural: 'things', kind: 'Thing' };
  const schema = { openAPIV3Schema: { type: 'object' } };
  const crd = (apiVersion: string, spec: object) =>
    named('CustomResourceDefinition', `apiextensions.k8s.io/${apiVersion}`, {
      spec: { group: 'example.org', names, ...spec },
    });
  const specOf = (example: Example, version: string) =>
    convertExample(example, `apiextensions.k8s.io/${version}`)['spec'] as Record<string, unknown>;

  it('says of each version what was said of all', () => {
    const column = { name: 'Age', type: 'date' };
    const old = crd('v1beta1', {
      version: 'v1',
      scope: 'Namespaced',
      validation: schema,
      subresources: { status: {} },
      additionalPrinterColumns: [{ ...column, JSONPath: '.a' }],
      versions: [
        { name: 'v1', served: true, storage: true },
        { name: 'v2', served: true, storage: false },
      ],
      preserveUnknownFields: false,
    });
    const said = { schema, subresources: { status: {} }, additionalPrinterColumns: [{ ...column, jsonPath: '.a' }] };
    const now = specOf(old, 'v1');
    expect(now['versions']).toEqual([
      { name: 'v1', served: true, storage: true, ...said },
      { name: 'v2', served: true, storage: false, ...said },
    ]);
    expect(specOf(crd('v1', now), 'v1beta1')).toEqual(old['spec']);
  });

  it('keeps apart what was said of single versions', () => {
    const versions = [
      { name: 'v1', served: true, storage: true, schema },
      { name: 'v2', served: true, storage: false },
    ];
    const now = specOf(crd('v1beta1', { scope: 'Cluster', versions, preserveUnknownFields: false }), 'v1');
    expect(now['versions']).toEqual(versions);
    expect(specOf(crd('v1', now), 'v1beta1')).toMatchObject({ version: 'v1', versions });
  });

  it('loses nothing of v1, whichever parts its versions share', () => {
    const schemas = [schema, { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string' } } } }];
    const parts = {
      schema: schemas,
      subresources: [{ status: {} }, undefined],
      additionalPrinterColumns: [[{ name: 'A', type: 'date', jsonPath: '.a' }], undefined],
    };
    for (const choice of [0b000, 0b001, 0b010, 0b011, 0b100, 0b101, 0b110, 0b111]) {
      const versions = ['v1', 'v2', 'v3'].map((name, index) => {
        const own = Object.entries(parts).flatMap(([key, [first, second]], bit) => {
          const part = index === 1 && (choice & (1 << bit)) !== 0 ? second : first;
          return part === undefined ? [] : [[key, part] as const];
        });
        return { name, served: true, storage: index === 2, deprecated: true, ...Object.fromEntries(own) };
      });
      const now = { scope: 'Namespaced', versions };
      const old = specOf(crd('v1', now), 'v1beta1');
      expect('validation' in old).toBe((choice & 1) === 0);
      expect(specOf(crd('v1beta1', old), 'v1')).toEqual({ group: 'example.org', names, ...now });
    }
  });

  it('reads the neutral names of extensions in schemas too', () => {
    const neutral = { openAPIV3Schema: { type: 'object', 'x-service-preserve-unknown-fields': true } };
    const stored = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const now = specOf(crd('v1beta1', { version: 'v1', scope: 'Cluster', validation: neutral }), 'v1');
    expect(now['versions']).toEqual([{ name: 'v1', served: true, storage: true, schema: stored }]);
  });

  it('writes out what v1 has no default for', () => {
    const now = specOf(crd('v1beta1', { version: 'v1', scope: '' }), 'v1');
    expect(now).toMatchObject({
      scope: 'Namespaced',
      preserveUnknownFields: true,
      versions: [{ name: 'v1', served: true, storage: true }],
    });
  });

  it('gives the webhook a message of its own', () => {
    const webhookClientConfig = { url: 'https://example.org/' };
    const conversion = { strategy: 'Webhook', webhookClientConfig };
    const now = specOf(crd('v1beta1', { version: 'v1', scope: 'Cluster', conversion }), 'v1');
    expect(now['conversion']).toEqual({
      strategy: 'Webhook',
      webhook: { clientConfig: webhookClientConfig, conversionReviewVersions: ['v1beta1'] },
    });
    expect(specOf(crd('v1', now), 'v1beta1')['conversion']).toEqual({
      ...conversion,
      conversionReviewVersions: ['v1beta1'],
    });
  });
});

describe('a webhook configuration', () => {
  it.each(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'])('%s keeps its old defaults', (kind) => {
    const webhook = { name: 'w.example.org', clientConfig: { url: 'https://example.org/' } };
    const old = named(kind, 'admissionregistration.k8s.io/v1beta1', { webhooks: [webhook] });
    const now = convertExample(old, 'admissionregistration.k8s.io/v1');
    const defaults = { failurePolicy: 'Ignore', matchPolicy: 'Exact', timeoutSeconds: 30, sideEffects: 'Unknown' };
    expect(now['webhooks']).toEqual([{ ...webhook, ...defaults, admissionReviewVersions: ['v1beta1'] }]);
    const said = { ...webhook, failurePolicy: 'Fail', sideEffects: 'None', admissionReviewVersions: ['v1'] };
    const served = named(kind, 'admissionregistration.k8s.io/v1', { webhooks: [said] });
    expect(convertExample(served, 'admissionregistration.k8s.io/v1beta1')['webhooks']).toEqual([
      { ...said, matchPolicy: 'Equivalent', timeoutSeconds: 10 },
    ]);
  });
});

describe('other kinds', () => {
  const both: readonly (readonly [string, Example, Example])[] = [
    [
      'the groups of an access review',
      named('SubjectAccessReview', 'authorization.k8s.io/v1beta1', {
        spec: { user: 'u', group: ['g'] },
        status: { allowed: true },
      }),
      named('SubjectAccessReview', 'authorization.k8s.io/v1', {
        spec: { user: 'u', groups: ['g'] },
        status: { allowed: true },
      }),
    ],
    [
      'the spec of a RuntimeClass',
      named('RuntimeClass', 'node.k8s.io/v1alpha1', {
        spec: { runtimeHandler: 'h', overhead: { podFixed: { cpu: '1' } } },
      }),
      named('RuntimeClass', 'node.k8s.io/v1', { handler: 'h', overhead: { podFixed: { cpu: '1' } } }),
    ],
    [
      'the subjects of a binding',
      named('RoleBinding', 'rbac.authorization.k8s.io/v1alpha1', {
        subjects: [
          { kind: 'User', apiVersion: 'rbac.authorization.k8s.io/v1alpha1', name: 'u' },
          { kind: 'ServiceAccount', apiVersion: 'v1', name: 's', namespace: 'n' },
        ],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      }),
      named('RoleBinding', 'rbac.authorization.k8s.io/v1', {
        subjects: [
          { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'u' },
          { kind: 'ServiceAccount', name: 's', namespace: 'n' },
        ],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      }),
    ],
    [
      'a certificate request that leaves nothing open',
      named('CertificateSigningRequest', 'certificates.k8s.io/v1beta1', {
        spec: { request: 'AA==', signerName: 'example.org/s', usages: ['server auth'] },
        status: {},
      }),
      named('CertificateSigningRequest', 'certificates.k8s.io/v1', {
        spec: { request: 'AA==', signerName: 'example.org/s', usages: ['server auth'] },
        status: {},
      }),
    ],
  ];

  it.each(both)('keep %s in both directions', (_title, before, after) => {
    expect(convertExample(before, after.apiVersion)).toEqual(after);
    expect(convertExample(after, before.apiVersion)).toEqual(before);
  });

  it('make a group of the user that once was everyone', () => {
    const subjects = [{ kind: 'User', apiVersion: 'rbac.authorization.k8s.io/v1alpha1', name: '*' }];
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' };
    const old = named('ClusterRoleBinding', 'rbac.authorization.k8s.io/v1alpha1', { subjects, roleRef });
    expect(convertExample(old, 'rbac.authorization.k8s.io/v1')['subjects']).toEqual([
      { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'system:authenticated' },
    ]);
  });

  it('write out the signer, the usages and the status that a certificate request left open', () => {
    const conditions = [{ type: 'Approved', status: '', lastUpdateTime: null, lastTransitionTime: null }];
    const old = named('CertificateSigningRequest', 'certificates.k8s.io/v1beta1', {
      spec: { request: 'AA==' },
      status: { conditions },
    });
    expect(convertExample(old, 'certificates.k8s.io/v1')).toMatchObject({
      spec: { signerName: 'kubernetes.io/legacy-unknown', usages: ['digital signature', 'key encipherment'] },
      status: { conditions: [{ type: 'Approved', status: 'True' }] },
    });
  });
});
