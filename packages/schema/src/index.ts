/** The declaration language and its readers. */
export * from './conversion/convert-objects.ts';
export * from './compile-once.ts';
export * from './defaults/apply-defaults.ts';
export { defaultStructural } from './defaults/default-structural.ts';
export * from './formats/duration.ts';
export * from './formats/quantity.ts';
export * from './formats/strip-trailing.ts';
export * from './formats/time.ts';
export * from './gates/field-gates.ts';
export * from './json/decode-text.ts';
export { decodeJson, type DecodeOptions, type DecodeResult } from './json/decode.ts';
export { emptyOf } from './json/empty.ts';
export * from './json/encode.ts';
export { ExactNumber, isJsonNumber, numberText, toJsonNumber, type JsonNumber } from './formats/exact-number.ts';
export * from './json/max-nesting.ts';
export * from './json/parse-json.ts';
export * from './json/prune-structural.ts';
export { renameAliases } from './json/rename-aliases.ts';
export * from './json/set-own.ts';
export * from './json/stringify-json.ts';
export * from './json/type-meta-of.ts';
export type * from './language/allocation.ts';
export * from './language/any-structure.ts';
export * from './language/children-of.ts';
export type * from './language/columns.ts';
export * from './language/declare.ts';
export type * from './language/deletion.ts';
export type * from './language/descriptor.ts';
export * from './language/field.ts';
export * from './language/group-version-kind.ts';
export { inVersion } from './language/in-version.ts';
export type * from './language/infer.ts';
export type * from './language/json-value.ts';
export * from './language/lifecycle.ts';
export type * from './language/connection.ts';
export type * from './language/purpose.ts';
export type * from './language/quota-rules.ts';
export type * from './language/remote-conversion.ts';
export type * from './language/report.ts';
export * from './language/resource-storage.ts';
export * from './language/resource.ts';
export * from './language/shape.ts';
export type * from './language/structural-schema.ts';
export type * from './language/subresource.ts';
export * from './language/verb.ts';
export type * from './merge/node.ts';
export * from './merge/structure.ts';
export * from './openapi/definitions.ts';
export * from './openapi/document.ts';
export * from './openapi/json-schema.ts';
export * from './openapi/kinds-of-messages.ts';
export { decodeProtobuf, type DecodeProtobufOptions, type DecodeProtobufResult } from './protobuf/decode.ts';
export { encodeProtobuf } from './protobuf/encode.ts';
export {
  envelopeAround,
  isEnvelope,
  openEnvelope,
  sealEnvelope,
  seeThroughEnvelope,
  type Envelope,
  type OpenResult,
  type Seal,
} from './protobuf/envelope.ts';
export { transcodeProtobuf } from './protobuf/transcode/transcode.ts';
export { printProtoFiles, type ProtoFile } from './protobuf/proto-files/print-proto-files.ts';
export * from './scheme/convert.ts';
export * from './defaults/stored-form.ts';
export * from './scheme/find-losses.ts';
export * from './scheme/scheme.ts';
export * from './table/print.ts';
export * from './validate/format-issues.ts';
export * from './printed/free-form-value.ts';
export * from './validate/json-schema/check-defaults.ts';
export {
  compilePattern,
  costOfPattern,
  type CompiledPattern,
  type PatternResult,
} from './validate/json-schema/pattern.ts';
export * from './printed/print-value.ts';
export { quote } from './printed/quote.ts';
export * from './validate/report.ts';
export * from './printed/shorten.ts';
export { findEmbedded, type EmbeddedResource } from './validate/structural/find-embedded.ts';
export { validateStructural } from './validate/structural/validate-structural.ts';
export type { ValidationBudget } from './validate/structural/validation-run.ts';
export * from './validate/validate.ts';
export * from './yaml/find-line.ts';
export * from './yaml/parse-yaml.ts';
export * from './yaml/stringify-yaml.ts';
