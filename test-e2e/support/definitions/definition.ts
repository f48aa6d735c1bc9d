/** A CustomResourceDefinition as its authors write it, and short spellings for the schemas in it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Version {
  readonly name: string;
  readonly schema: Schema;
  readonly [field: string]: unknown;
}

export interface Names {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface DefinitionOptions {
  readonly group: string;
  readonly names: Names;
  /** The first is the stored one, unless one says so itself. */
  readonly versions: readonly Version[];
  readonly scope?: 'Namespaced' | 'Cluster';
}

export function definition({ group, names, versions, scope = 'Namespaced' }: DefinitionOptions) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${group}` },
    spec: {
      group,
      scope,
      names: { ...names, listKind: `${names.kind}List` },
      versions: versions.map(({ name, schema, ...more }, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        ...more,
      })),
    },
  };
}

export const string: Schema = { type: 'string' };
export const integer: Schema = { type: 'integer' };
export const boolean: Schema = { type: 'boolean' };
export const date: Schema = { type: 'string', format: 'date-time' };
export const quantity: Schema = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  pattern: '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?[0-9]+))?$',
  'x-kubernetes-int-or-string': true,
};
export const portOrName: Schema = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};

export const object = (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
});
export const list = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });
export const map = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });
/** A list that apply merges by the keys of its items, which are required unless `items` says otherwise. */
export const keyed = (keys: readonly string[], items: Schema): Schema =>
  list({ required: keys, ...items }, { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys });

export const conditions: Schema = keyed(
  ['type'],
  object(
    {
      type: string,
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: string,
      message: string,
      lastTransitionTime: date,
      observedGeneration: { type: 'integer', format: 'int64' },
    },
    { required: ['type', 'status'] },
  ),
);
