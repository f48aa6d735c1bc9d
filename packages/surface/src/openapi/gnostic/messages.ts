/**
 * The protobuf form of OpenAPI v2 documents, as far as ours have something to write:
 * field numbers of `openapi.v2` in gnostic's OpenAPIv2.proto. Maps are lists of names
 * and values there, and what may be anything is a text of YAML.
 */
import { bool, double, field, int64, lazy, list, message, optional, string } from '@keelson/schema';
import type { Message } from '@keelson/schema';

const AnyValue = message('openapi.v2.Any', { yaml: optional(2, string) });

function named(what: string, value: Message) {
  return message(`openapi.v2.Named${what}`, { name: optional(1, string), value: optional(2, value) });
}

const NamedAny = named('Any', AnyValue);

const TypeItem = message('openapi.v2.TypeItem', { value: field(1, list(string)) });

/** It contains itself in several ways, which the compiler cannot follow. */
const schema = lazy((): Message => Schema);

const NamedSchema = message('openapi.v2.NamedSchema', { name: optional(1, string), value: optional(2, schema) });
const Properties = message('openapi.v2.Properties', { additionalProperties: field(1, list(NamedSchema)) });
const ItemsItem = message('openapi.v2.ItemsItem', { schema: field(1, list(schema)) });
const AdditionalPropertiesItem = message('openapi.v2.AdditionalPropertiesItem', {
  schema: optional(1, schema),
  boolean: optional(2, bool),
});

const Schema: Message = message('openapi.v2.Schema', {
  ref: optional(1, string),
  format: optional(2, string),
  title: optional(3, string),
  description: optional(4, string),
  default: optional(5, AnyValue),
  multipleOf: optional(6, double),
  maximum: optional(7, double),
  exclusiveMaximum: optional(8, bool),
  minimum: optional(9, double),
  exclusiveMinimum: optional(10, bool),
  maxLength: optional(11, int64),
  minLength: optional(12, int64),
  pattern: optional(13, string),
  maxItems: optional(14, int64),
  minItems: optional(15, int64),
  uniqueItems: optional(16, bool),
  maxProperties: optional(17, int64),
  minProperties: optional(18, int64),
  required: field(19, list(string)),
  enum: field(20, list(AnyValue)),
  additionalProperties: optional(21, AdditionalPropertiesItem),
  type: optional(22, TypeItem),
  items: optional(23, ItemsItem),
  properties: optional(25, Properties),
  vendorExtension: field(31, list(NamedAny)),
});

const BodyParameter = message('openapi.v2.BodyParameter', {
  name: optional(2, string),
  in: optional(3, string),
  required: optional(4, bool),
  schema: optional(5, schema),
});

const QueryParameter = message('openapi.v2.QueryParameterSubSchema', {
  in: optional(2, string),
  description: optional(3, string),
  name: optional(4, string),
  type: optional(6, string),
  uniqueItems: optional(20, bool),
});

const PathParameter = message('openapi.v2.PathParameterSubSchema', {
  required: optional(1, bool),
  in: optional(2, string),
  description: optional(3, string),
  name: optional(4, string),
  type: optional(5, string),
  uniqueItems: optional(19, bool),
});

const NonBodyParameter = message('openapi.v2.NonBodyParameter', {
  query: optional(3, QueryParameter),
  path: optional(4, PathParameter),
});

const Parameter = message('openapi.v2.Parameter', {
  body: optional(1, BodyParameter),
  nonBody: optional(2, NonBodyParameter),
});

const ParametersItem = message('openapi.v2.ParametersItem', { parameter: optional(1, Parameter) });

const SchemaItem = message('openapi.v2.SchemaItem', { schema: optional(1, schema) });
const Response = message('openapi.v2.Response', {
  description: optional(1, string),
  schema: optional(2, SchemaItem),
});
const ResponseValue = message('openapi.v2.ResponseValue', { response: optional(1, Response) });
const Responses = message('openapi.v2.Responses', {
  responseCode: field(1, list(named('ResponseValue', ResponseValue))),
});

const Operation = message('openapi.v2.Operation', {
  tags: field(1, list(string)),
  description: optional(3, string),
  operationId: optional(5, string),
  produces: field(6, list(string)),
  consumes: field(7, list(string)),
  parameters: field(8, list(ParametersItem)),
  responses: optional(9, Responses),
  schemes: field(10, list(string)),
  vendorExtension: field(13, list(NamedAny)),
});

const PathItem = message('openapi.v2.PathItem', {
  get: optional(2, Operation),
  put: optional(3, Operation),
  post: optional(4, Operation),
  delete: optional(5, Operation),
  patch: optional(8, Operation),
  parameters: field(9, list(ParametersItem)),
});

const Paths = message('openapi.v2.Paths', { path: field(2, list(named('PathItem', PathItem))) });
const Definitions = message('openapi.v2.Definitions', { additionalProperties: field(1, list(NamedSchema)) });
const Info = message('openapi.v2.Info', { title: optional(1, string), version: optional(2, string) });

const ApiKeySecurity = message('openapi.v2.ApiKeySecurity', {
  type: optional(1, string),
  name: optional(2, string),
  in: optional(3, string),
  description: optional(4, string),
});
const SecurityItem = message('openapi.v2.SecurityDefinitionsItem', { apiKey: optional(2, ApiKeySecurity) });
const SecurityDefinitions = message('openapi.v2.SecurityDefinitions', {
  additionalProperties: field(1, list(named('SecurityDefinitionsItem', SecurityItem))),
});
const StringArray = message('openapi.v2.StringArray', { value: field(1, list(string)) });
const SecurityRequirement = message('openapi.v2.SecurityRequirement', {
  additionalProperties: field(1, list(named('StringArray', StringArray))),
});

export const GnosticDocument = message('openapi.v2.Document', {
  swagger: optional(1, string),
  info: optional(2, Info),
  paths: optional(8, Paths),
  definitions: optional(9, Definitions),
  security: field(12, list(SecurityRequirement)),
  securityDefinitions: optional(13, SecurityDefinitions),
});
