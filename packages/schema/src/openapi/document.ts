/** The parts of an OpenAPI document that declarations give rise to; v2 and v3 differ only where noted. */

export interface SchemaObject {
  description?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  format?: string;
  default?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number | bigint;
  maxLength?: number | bigint;
  required?: readonly string[];
  properties?: Record<string, SchemaObject>;
  items?: SchemaObject;
  additionalProperties?: SchemaObject | boolean;
  /** v2 writes a reference beside a description; v3 has to wrap it. */
  $ref?: string;
  allOf?: readonly SchemaObject[];
  // In schemas of custom resources alone:
  nullable?: boolean;
  title?: string;
  multipleOf?: number;
  exclusiveMaximum?: boolean;
  exclusiveMinimum?: boolean;
  pattern?: string;
  maxItems?: number | bigint;
  minItems?: number | bigint;
  uniqueItems?: boolean;
  maxProperties?: number | bigint;
  minProperties?: number | bigint;
  [extension: `x-${string}`]: unknown;
}

export type Definitions = Record<string, SchemaObject>;

/** The conventions of one OpenAPI version for references, defaults and extensions. */
export interface Dialect {
  readonly referencePrefix: '#/definitions/' | '#/components/schemas/';
  readonly wrapsReferences: boolean;
  readonly showsDefaults: boolean;
  /** Has `nullable`, `anyOf`, `oneOf` and `not`. */
  readonly hasAlternatives: boolean;
  /** Extensions begin with this: `x-kubernetes-`, or the neutral `x-service-`. */
  readonly extensionPrefix: `x-${string}-`;
}

export const openapiV2: Dialect = {
  referencePrefix: '#/definitions/',
  wrapsReferences: false,
  showsDefaults: false,
  hasAlternatives: false,
  extensionPrefix: 'x-kubernetes-',
};

export const openapiV3: Dialect = {
  referencePrefix: '#/components/schemas/',
  wrapsReferences: true,
  showsDefaults: true,
  hasAlternatives: true,
  extensionPrefix: 'x-kubernetes-',
};
