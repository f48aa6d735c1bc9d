/** A fault of a value by its schema, before it is put into words: most faults of alternatives never are. */
export interface SchemaFault {
  readonly keyword: FaultKeyword;
  /** The demand of the schema under the keyword. */
  readonly limit: unknown;
  readonly value: unknown;
  /** The path of the value in what is validated; empty for the whole. */
  readonly name: string;
}

export type FaultKeyword =
  | 'type'
  | 'format'
  | 'enum'
  | 'maximum'
  | 'exclusiveMaximum'
  | 'minimum'
  | 'exclusiveMinimum'
  | 'multipleOf'
  | 'maxLength'
  | 'minLength'
  | 'pattern'
  | 'maxItems'
  | 'minItems'
  | 'uniqueItems'
  | 'maxProperties'
  | 'minProperties'
  | 'required'
  | 'additionalProperties'
  | 'allOf'
  | 'anyOf'
  | 'oneOf'
  | 'not';
