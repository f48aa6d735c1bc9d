/** Fields of messages that are no declarations: forms of the wire alone. */

export interface PlainField {
  readonly number: number;
  /** A scalar of protobuf, or the full name of a message. */
  readonly type: string;
  readonly isRepeated?: boolean;
}

export type PlainFields = Readonly<Record<string, PlainField>>;
