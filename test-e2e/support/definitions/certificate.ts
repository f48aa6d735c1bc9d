/** The shape of a definition of certificates: two versions, nested secrets and subjects, columns of conditions. */
import { boolean, conditions, date, definition, integer, list, map, object, string } from './definition.ts';

const group = 'certs.example.com';

const secretKey = object({ name: string, key: string }, { required: ['name'] });
const keystore = (more: object) =>
  object({ create: boolean, passwordSecretRef: secretKey, ...more }, { required: ['create', 'passwordSecretRef'] });

const spec = object(
  {
    secretName: { type: 'string', minLength: 1, description: 'Name of the Secret that holds the key pair.' },
    commonName: { type: 'string', maxLength: 64 },
    dnsNames: list(string, { maxItems: 100 }),
    ipAddresses: list(string),
    duration: { type: 'string', default: '2160h' },
    isCA: { type: 'boolean', default: false },
    issuerRef: object(
      { name: string, kind: { type: 'string', default: 'Issuer' }, group: { type: 'string', default: group } },
      { required: ['name'], description: 'The issuer that signs.' },
    ),
    privateKey: object({
      algorithm: { type: 'string', enum: ['RSA', 'ECDSA', 'Ed25519'] },
      size: { type: 'integer', minimum: 256, maximum: 8192 },
      rotationPolicy: { type: 'string', enum: ['Never', 'Always'] },
    }),
    secretTemplate: object({ annotations: map(string), labels: map(string) }),
    subject: object({ organizations: list(string), countries: list(string), serialNumber: string }),
    keystores: object({ jks: keystore({ alias: string }), pkcs12: keystore({}) }),
    usages: list({ type: 'string', enum: ['digital signature', 'server auth', 'client auth'] }),
    revisionHistoryLimit: { type: 'integer', format: 'int32', minimum: 1 },
  },
  { required: ['issuerRef', 'secretName'] },
);

const status = object({
  conditions,
  notAfter: date,
  renewalTime: date,
  revision: integer,
  nextPrivateKeySecretName: string,
});

const schema = object({ apiVersion: string, kind: string, metadata: { type: 'object' }, spec, status });

const common = {
  schema,
  subresources: { status: {} },
  additionalPrinterColumns: [
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'Secret', type: 'string', jsonPath: '.spec.secretName' },
    { name: 'Issuer', type: 'string', jsonPath: '.spec.issuerRef.name', priority: 1 },
    {
      name: 'Status',
      type: 'string',
      jsonPath: '.status.conditions[?(@.type=="Ready")].message',
      priority: 1,
    },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
};

export const certificates = definition({
  group,
  names: {
    plural: 'certificates',
    singular: 'certificate',
    kind: 'Certificate',
    shortNames: ['cert', 'certs'],
    categories: ['all', 'pki'],
  },
  versions: [
    { name: 'v1', ...common },
    { name: 'v1beta1', deprecated: true, ...common },
    { name: 'v1alpha1', deprecated: true, deprecationWarning: 'certificates of v1alpha1 are going', ...common },
  ],
});

export const certificate = (name: string, more: object = {}) => ({
  apiVersion: `${group}/v1`,
  kind: 'Certificate',
  metadata: { name },
  spec: { secretName: `${name}-tls`, dnsNames: ['a.example.com'], issuerRef: { name: 'root' }, ...more },
});
