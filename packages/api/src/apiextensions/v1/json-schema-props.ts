/** The schema of custom objects: JSON schema with extensions. It contains itself. */
import {
  bool,
  double,
  either,
  field,
  int64,
  json,
  lazy,
  list,
  map,
  type Message,
  message,
  optional,
  required,
  string,
  type TypeOf,
} from '@keelson/schema';

export const ExternalDocumentation = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation',
  {
    description: field(1, string, { about: 'What the link leads to.' }),
    url: field(2, string, { about: 'Address of the documentation.' }),
  },
  { about: 'Link to documentation elsewhere.' },
);
export type ExternalDocumentation = TypeOf<typeof ExternalDocumentation>;

export const ValidationRule = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule',
  {
    rule: required(1, string, {
      about: 'CEL expression, true when the value is valid; `self` is the value, `oldSelf` the previous one.',
    }),
    message: field(2, string, { about: 'Error text shown when the rule fails; unset shows the rule itself.' }),
  },
  { about: 'A CEL rule that a value must satisfy.' },
);
export type ValidationRule = TypeOf<typeof ValidationRule>;

// With its type written out, for what refers to itself has no type to infer.
function schema(): Message {
  return JSONSchemaProps;
}

export const JSONSchemaProps = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps',
  {
    id: field(1, string, { about: 'Schema id; not supported in custom resource schemas; leave unset.' }),
    $schema: field(2, string, { about: 'Identifier of the schema dialect.' }),
    $ref: optional(3, string, {
      about: 'Reference to another schema; not supported in custom resource schemas; leave unset.',
    }),
    description: field(4, string, { about: 'Text that explains the value.' }),
    type: field(5, string, { about: 'JSON type: object, array, string, integer, number or boolean.' }),
    format: field(6, string, {
      about: 'Format that refines the type, such as `date-time`; unknown formats are ignored.',
    }),
    title: field(7, string, { about: 'Short title of the schema.' }),
    default: optional(8, json, { about: 'Value filled in when the field is absent; must fit the schema.' }),
    maximum: optional(9, double, { about: 'Largest number allowed.' }),
    exclusiveMaximum: field(10, bool, { about: 'If true, the number must be below maximum.' }),
    minimum: optional(11, double, { about: 'Smallest number allowed.' }),
    exclusiveMinimum: field(12, bool, { about: 'If true, the number must be above minimum.' }),
    maxLength: optional(13, int64, { about: 'Most characters allowed in a string.' }),
    minLength: optional(14, int64, { about: 'Fewest characters allowed in a string.' }),
    pattern: field(15, string, { about: 'Regular expression a string must match.' }),
    maxItems: optional(16, int64, { about: 'Most array elements allowed.' }),
    minItems: optional(17, int64, { about: 'Fewest array elements allowed.' }),
    uniqueItems: field(18, bool, { about: 'Whether array elements must differ; true is not supported.' }),
    multipleOf: optional(19, double, { about: 'The number must be a whole multiple of this.' }),
    enum: field(20, list(json), { about: 'Values allowed; unset allows any.' }),
    maxProperties: optional(21, int64, { about: 'Most properties allowed in an object.' }),
    minProperties: optional(22, int64, { about: 'Fewest properties allowed in an object.' }),
    required: field(23, list(string), { about: 'Property names that must be present.' }),
    items: optional(24, either(schema, 'messageList'), { about: 'Schema of all array elements.' }),
    allOf: field(25, list(lazy(schema)), { about: 'The value must fit every schema listed.' }),
    oneOf: field(26, list(lazy(schema)), { about: 'The value must fit exactly one schema listed.' }),
    anyOf: field(27, list(lazy(schema)), { about: 'The value must fit at least one schema listed.' }),
    not: optional(28, lazy(schema), { about: 'The value must not fit this schema.' }),
    properties: field(29, map(lazy(schema)), { about: 'Schemas of known properties, by name.' }),
    additionalProperties: optional(30, either(schema, 'bool'), {
      about: 'Schema for values of any property name; exclusive with properties.',
    }),
    patternProperties: field(31, map(lazy(schema)), {
      about: 'Schemas by property name pattern; not supported in custom resource schemas; leave unset.',
    }),
    dependencies: field(32, map(either(schema, 'stringList')), {
      about: 'Conditions between properties; not supported in custom resource schemas; leave unset.',
    }),
    additionalItems: optional(33, either(schema, 'bool'), {
      about: 'Schema of extra array elements; not supported in custom resource schemas; leave unset.',
    }),
    definitions: field(34, map(lazy(schema)), {
      about: 'Reusable schemas; not supported in custom resource schemas; leave unset.',
    }),
    externalDocs: optional(35, ExternalDocumentation, { about: 'Link to further documentation.' }),
    example: optional(36, json, { about: 'An example value; not used for validation.' }),
    nullable: field(37, bool, { about: 'Whether null is allowed. Defaults to false.' }),
    'x-kubernetes-preserve-unknown-fields': optional(38, bool, {
      aliases: ['x-service-preserve-unknown-fields'],
      about: 'If true, unspecified fields below this node are kept; false is not allowed.',
    }),
    'x-kubernetes-embedded-resource': field(39, bool, {
      aliases: ['x-service-embedded-resource'],
      about: 'If true, the value is a full API object with apiVersion, kind and metadata.',
    }),
    'x-kubernetes-int-or-string': field(40, bool, {
      aliases: ['x-service-int-or-string'],
      about: 'If true, the value may be an integer or a string; type stays unset.',
    }),
    'x-kubernetes-list-map-keys': field(41, list(string), {
      aliases: ['x-service-list-map-keys'],
      about: 'Fields that identify an element in a list of type map.',
    }),
    'x-kubernetes-list-type': optional(42, string, {
      aliases: ['x-service-list-type'],
      about: 'How a list merges: atomic (default), set, or map.',
    }),
    'x-kubernetes-map-type': optional(43, string, {
      aliases: ['x-service-map-type'],
      about: 'How an object merges: granular (default) or atomic.',
    }),
    'x-kubernetes-validations': field(44, list(ValidationRule), {
      listType: 'map',
      listMapKeys: ['rule'],
      patchStrategy: 'merge',
      patchMergeKey: 'rule',
      featureGate: 'CustomResourceValidationExpressions',
      aliases: ['x-service-validations'],
      about: 'CEL expressions the value must satisfy.',
    }),
  },
  { about: 'A schema node in the supported part of OpenAPI v3.' },
);
export type JSONSchemaProps = TypeOf<typeof JSONSchemaProps>;
