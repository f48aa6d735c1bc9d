/** The removals of 1.22, with an example of each kind in its old form. */
import { cluster, domain, namespaced, type RemovalRow } from './removal-row.ts';

const role = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];

const bindingOf = (kind: string) => ({
  roleRef: { apiGroup: `rbac.authorization.${domain}`, kind, name: 'r' },
  subjects: [{ kind: 'User', apiGroup: `rbac.authorization.${domain}`, name: 'u' }],
});

/** The request for a certificate with a throw-away P-256 key. */
const certificateRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIHHMG4CAQAwDDEKMAgGA1UEAwwBdTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BOVkjNEnAhvn6mvDckM4yEf3Gqaj9CgyuQ22OYoH854cT01SB52S2+OrIzg81afF
JC/28wNaitrehbQCuef+vTegADAKBggqhkjOPQQDAgNJADBGAiEA/TaKOwulRNIx
S+lYILIpFeLgP7Horcmbgkeqmomz5JQCIQD3YWiTMC4+63D7IVJmj7LAljuq1woR
vaQ5HVThu/3e/w==
-----END CERTIFICATE REQUEST-----
`;

const webhooks = [{ name: 'w.example.org', clientConfig: { url: 'https://example.org/' } }];

const keptDefaults = { failurePolicy: 'Ignore', matchPolicy: 'Exact', timeoutSeconds: 30, sideEffects: 'Unknown' };

export const removalsOf122: readonly RemovalRow[] = [
  ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map((kind): RemovalRow => ({
    removed: '1.22',
    versions: [`admissionregistration.${domain}/v1beta1`],
    kind,
    plural: `${kind.toLowerCase()}s`,
    ...cluster(`admissionregistration.${domain}/v1`, '1.16'),
    example: { webhooks },
    becomes: { webhooks: [{ ...webhooks[0], ...keptDefaults, admissionReviewVersions: ['v1beta1'] }] },
  })),
  {
    removed: '1.22',
    versions: [`apiextensions.${domain}/v1beta1`],
    kind: 'CustomResourceDefinition',
    plural: 'customresourcedefinitions',
    ...cluster(`apiextensions.${domain}/v1`, '1.16'),
    name: 'pumps.example.org',
    example: {
      spec: {
        group: 'example.org',
        names: { plural: 'pumps', kind: 'Pump' },
        version: 'v1',
        validation: { openAPIV3Schema: { type: 'object' } },
        additionalPrinterColumns: [{ name: 'Age', type: 'date', JSONPath: '.metadata.creationTimestamp' }],
        subresources: { status: {} },
      },
    },
    becomes: {
      spec: {
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            schema: { openAPIV3Schema: { type: 'object' } },
            subresources: { status: {} },
            additionalPrinterColumns: [{ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }],
          },
        ],
      },
    },
  },
  {
    removed: '1.22',
    versions: [`apiregistration.${domain}/v1beta1`],
    kind: 'APIService',
    plural: 'apiservices',
    ...cluster(`apiregistration.${domain}/v1`, '1.10'),
    name: 'v1.gone.example.org',
    example: {
      spec: {
        group: 'gone.example.org',
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { namespace: 'default', name: 'nobody' },
      },
    },
  },
  {
    removed: '1.22',
    versions: [`authentication.${domain}/v1beta1`],
    kind: 'TokenReview',
    plural: 'tokenreviews',
    ...cluster(`authentication.${domain}/v1`, '1.6'),
    isReview: true,
    example: { spec: { token: 'nobodys' } },
  },
  {
    removed: '1.22',
    versions: [`authorization.${domain}/v1beta1`],
    kind: 'LocalSubjectAccessReview',
    plural: 'localsubjectaccessreviews',
    ...namespaced(`authorization.${domain}/v1`, '1.6'),
    isReview: true,
    example: {
      metadata: { namespace: 'default' },
      spec: {
        group: ['system:masters'],
        user: 'u',
        resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' },
      },
    },
  },
  {
    removed: '1.22',
    versions: [`authorization.${domain}/v1beta1`],
    kind: 'SelfSubjectAccessReview',
    plural: 'selfsubjectaccessreviews',
    ...cluster(`authorization.${domain}/v1`, '1.6'),
    isReview: true,
    example: { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
  },
  {
    removed: '1.22',
    versions: [`authorization.${domain}/v1beta1`],
    kind: 'SubjectAccessReview',
    plural: 'subjectaccessreviews',
    ...cluster(`authorization.${domain}/v1`, '1.6'),
    isReview: true,
    example: { spec: { group: ['system:masters'], user: 'u', resourceAttributes: { verb: 'get', resource: 'pods' } } },
  },
  {
    removed: '1.22',
    versions: [`certificates.${domain}/v1beta1`],
    kind: 'CertificateSigningRequest',
    plural: 'certificatesigningrequests',
    ...cluster(`certificates.${domain}/v1`, '1.19'),
    example: { spec: { request: Buffer.from(certificateRequest).toString('base64'), usages: ['client auth'] } },
    becomes: { spec: { signerName: 'kubernetes.io/legacy-unknown' } },
  },
  {
    removed: '1.22',
    versions: [`coordination.${domain}/v1beta1`],
    kind: 'Lease',
    plural: 'leases',
    ...namespaced(`coordination.${domain}/v1`, '1.14'),
    example: { spec: { holderIdentity: 'h', leaseDurationSeconds: 15 } },
  },
  {
    removed: '1.22',
    versions: ['extensions/v1beta1', `networking.${domain}/v1beta1`],
    kind: 'Ingress',
    plural: 'ingresses',
    ...namespaced(`networking.${domain}/v1`, '1.19'),
    example: {
      spec: {
        backend: { serviceName: 's', servicePort: 80 },
        rules: [{ host: 'h', http: { paths: [{ path: '/', backend: { serviceName: 't', servicePort: 'http' } }] } }],
      },
    },
    becomes: {
      spec: {
        defaultBackend: { service: { name: 's', port: { number: 80 } } },
        rules: [
          {
            host: 'h',
            http: {
              paths: [
                {
                  path: '/',
                  pathType: 'ImplementationSpecific',
                  backend: { service: { name: 't', port: { name: 'http' } } },
                },
              ],
            },
          },
        ],
      },
    },
  },
  {
    removed: '1.22',
    versions: [`networking.${domain}/v1beta1`],
    kind: 'IngressClass',
    plural: 'ingressclasses',
    ...cluster(`networking.${domain}/v1`, '1.19'),
    example: { spec: { controller: 'example.org/ingress' } },
  },
  ...['ClusterRole', 'Role'].map((kind): RemovalRow => ({
    removed: '1.22',
    versions: [`rbac.authorization.${domain}/v1beta1`],
    kind,
    plural: `${kind.toLowerCase()}s`,
    to: { version: `rbac.authorization.${domain}/v1`, since: '1.8' },
    isNamespaced: kind === 'Role',
    example: { rules: role },
  })),
  ...['ClusterRoleBinding', 'RoleBinding'].map((kind): RemovalRow => ({
    removed: '1.22',
    versions: [`rbac.authorization.${domain}/v1beta1`],
    kind,
    plural: `${kind.toLowerCase()}s`,
    to: { version: `rbac.authorization.${domain}/v1`, since: '1.8' },
    isNamespaced: kind === 'RoleBinding',
    example: bindingOf(kind === 'RoleBinding' ? 'Role' : 'ClusterRole'),
  })),
  {
    removed: '1.22',
    versions: [`scheduling.${domain}/v1beta1`],
    kind: 'PriorityClass',
    plural: 'priorityclasses',
    ...cluster(`scheduling.${domain}/v1`, '1.14'),
    example: { value: 10 },
  },
  {
    removed: '1.22',
    versions: [`storage.${domain}/v1beta1`],
    kind: 'CSIDriver',
    plural: 'csidrivers',
    ...cluster(`storage.${domain}/v1`, '1.19'),
    example: { spec: { attachRequired: true } },
  },
  {
    removed: '1.22',
    versions: [`storage.${domain}/v1beta1`],
    kind: 'CSINode',
    plural: 'csinodes',
    ...cluster(`storage.${domain}/v1`, '1.17'),
    example: { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } },
  },
  {
    removed: '1.22',
    versions: [`storage.${domain}/v1beta1`],
    kind: 'StorageClass',
    plural: 'storageclasses',
    ...cluster(`storage.${domain}/v1`, '1.6'),
    example: { provisioner: 'example.org/disk' },
  },
  {
    removed: '1.22',
    versions: [`storage.${domain}/v1beta1`],
    kind: 'VolumeAttachment',
    plural: 'volumeattachments',
    ...cluster(`storage.${domain}/v1`, '1.13'),
    example: { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
  },
];
