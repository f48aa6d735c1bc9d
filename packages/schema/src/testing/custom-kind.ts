/** A custom kind for tests: its metadata is declared, all else is read by the schema that is given. */
import { kind, message } from '../language/declare.ts';
import type { Message } from '../language/descriptor.ts';
import { field } from '../language/field.ts';
import { int64, map, string, time } from '../language/shape.ts';
import type { StructuralSchema } from '../language/structural-schema.ts';

const Metadata = message('test.v1.ObjectMeta', {
  name: field(1, string),
  generation: field(2, int64),
  creationTimestamp: field(3, time),
  labels: field(4, map(string)),
});

export function customKind(schema: StructuralSchema): Message {
  return kind('com.example.v1.Widget', { metadata: field(1, Metadata) }, { structuralSchema: () => schema });
}

/** The schema of objects with this spec. */
export function withSpec(spec: StructuralSchema): StructuralSchema {
  return { type: 'object', properties: { spec } };
}
