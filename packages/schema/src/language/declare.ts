/** The two words that make a message: `message` for parts, `kind` for what has a name of its own in the API. */
import type { Fields, Message, MessageRules } from './descriptor.ts';
import type { ObjectOf, TypeMeta } from './infer.ts';

export function message<const F extends Fields>(
  name: string,
  fields: F,
  rules: MessageRules<ObjectOf<F>> = {},
): Message<F> {
  return declare(name, fields, rules as MessageRules, false);
}

/** Declares a message whose JSON carries `kind` and `apiVersion`. */
export function kind<const F extends Fields>(
  name: string,
  fields: F,
  rules: MessageRules<ObjectOf<F> & TypeMeta> = {},
): Message<F> {
  return declare(name, fields, rules as MessageRules, true);
}

function declare<F extends Fields>(name: string, fields: F, rules: MessageRules, hasTypeMeta: boolean): Message<F> {
  assertNumbersDiffer(name, fields);
  const declared = { name, fields, hasTypeMeta, structType: 'granular' as const, ...rules };
  return Object.freeze(declared);
}

function assertNumbersDiffer(name: string, fields: Fields): void {
  const seen = new Map<number, string>();
  for (const [key, field] of Object.entries(fields)) {
    if (field.number === 0) continue;
    const other = seen.get(field.number);
    if (other !== undefined) throw new Error(`${name}: fields ${other} and ${key} both have number ${field.number}`);
    seen.set(field.number, key);
  }
}
