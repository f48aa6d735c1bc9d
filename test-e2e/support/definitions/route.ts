/** The shape of a gateway's definition: rules in CEL, lists with keys, and two versions whose schemas differ. */
import { conditions, definition, integer, keyed, list, object, string, type Schema } from './definition.ts';

const group = 'mesh.example.com';

const hosts: Schema = list({ type: 'string', minLength: 1 }, { minItems: 1, 'x-kubernetes-list-type': 'set' });
const className: Schema = {
  type: 'string',
  default: 'internal',
  'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'the class is immutable' }],
};

const match = object(
  { exact: string, prefix: string, pattern: string },
  { oneOf: [{ required: ['exact'] }, { required: ['prefix'] }, { required: ['pattern'] }] },
);

const backend = object({
  host: { type: 'string', maxLength: 253 },
  port: { type: 'integer', minimum: 1, maximum: 65535, default: 80 },
  weight: { type: 'integer', minimum: 0, maximum: 100, default: 1 },
});

const rule = object(
  {
    name: { type: 'string', maxLength: 63 },
    match,
    backends: { ...keyed(['host', 'port'], { ...backend, required: ['host'] }), maxItems: 16 },
  },
  {
    'x-kubernetes-validations': [
      {
        rule: '!has(self.backends) || self.backends.exists(each, each.weight > 0)',
        message: 'one of the backends needs a weight',
      },
    ],
  },
);

const status = object({ conditions, observed: integer });

const v1 = object({
  spec: object(
    { hosts, className, rules: { ...keyed(['name'], rule), maxItems: 32 }, retries: { type: 'integer', default: 2 } },
    { required: ['hosts'] },
  ),
  status,
});

const v1alpha1 = object({
  spec: object({ hosts, className, target: string, timeout: { type: 'string', default: '10s' } }),
  status,
});

export type RouteVersion = 'v1' | 'v1alpha1';

/** Versions of schemas of their own, of which either can be the one that is stored. */
export const routes = (stored: RouteVersion) =>
  definition({
    group,
    names: { plural: 'routes', singular: 'route', kind: 'Route', shortNames: ['rt'], categories: ['all', 'mesh'] },
    versions: [
      {
        name: 'v1',
        storage: stored === 'v1',
        schema: v1,
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Hosts', type: 'string', jsonPath: '.spec.hosts' },
          { name: 'Class', type: 'string', jsonPath: '.spec.className' },
          { name: 'Backends', type: 'string', jsonPath: '.spec.rules[*].backends[*].host', priority: 1 },
        ],
      },
      {
        name: 'v1alpha1',
        storage: stored === 'v1alpha1',
        deprecated: true,
        schema: v1alpha1,
        subresources: { status: {} },
      },
    ],
  });

export const route = (name: string, more: object = {}, version: RouteVersion = 'v1') => ({
  apiVersion: `${group}/${version}`,
  kind: 'Route',
  metadata: { name },
  spec: { hosts: ['a.example.com'], ...more },
});
