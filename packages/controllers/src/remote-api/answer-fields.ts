/** Fields of JSON that another server has sent: each is read as what it has to be, or is undefined. */
export type AnswerFields = Readonly<Record<string, unknown>>;

const nothing: AnswerFields = Object.freeze({});

/** Without fields where the value is no object. */
export function answerFields(value: unknown): AnswerFields {
  return isObject(value) ? value : nothing;
}

export function answerMetadata(value: unknown): AnswerFields {
  return answerFields(answerFields(value)['metadata']);
}

export function answerText(fields: AnswerFields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

/** Empty where there is none. */
export function answerItems(fields: AnswerFields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is AnswerFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
