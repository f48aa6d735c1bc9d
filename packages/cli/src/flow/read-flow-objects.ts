/** The flow schemas and priority levels of a file, with those that every server has beside them. */
import { createApiScheme, defaultFlowControl, type FlowSchema, type PriorityLevelConfiguration } from '@keelson/api';
import { applyDefaults, parseYaml, type JsonValue, type Scheme } from '@keelson/schema';

import { readObject } from '../convert/read-object.ts';

interface Named<Spec> {
  readonly name: string;
  readonly uid: string;
  readonly spec: Spec;
}

export interface FlowObjects {
  readonly levels: readonly Named<PriorityLevelConfiguration['spec']>[];
  readonly schemas: readonly Named<FlowSchema['spec']>[];
}

/** Throws with a message for people where the text holds something else. */
export function readFlowObjects(text: string, domain: string): FlowObjects {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(`line ${parsed.line ?? 0}: ${parsed.message}`);
  const scheme = createApiScheme({ domain });
  const { priorityLevels, flowSchemas } = defaultFlowControl(domain);
  const levels = new Map(priorityLevels.map(({ name, spec }) => [name, { name, uid: '', spec }]));
  const schemas = new Map(flowSchemas.map(({ name, spec }) => [name, { name, uid: '', spec }]));
  for (const document of parsed.documents.flatMap(itemsOf)) {
    const { purpose, object } = readOne(scheme, document);
    const { name = '' } = object.metadata;
    // The declaration of a kind tells its purpose.
    if (purpose === 'flowSchema') schemas.set(name, { name, uid: '', spec: object.spec as FlowSchema['spec'] });
    else levels.set(name, { name, uid: '', spec: object.spec as PriorityLevelConfiguration['spec'] });
  }
  return { levels: [...levels.values()], schemas: [...schemas.values()] };
}

/** Of a list, the objects in it. */
function itemsOf(document: JsonValue): readonly JsonValue[] {
  const { items } = (document ?? {}) as { readonly items?: readonly JsonValue[] };
  return Array.isArray(items) ? (items as readonly JsonValue[]) : [document];
}

interface FlowObject {
  readonly metadata: { readonly name?: string };
  readonly spec: object;
}

function readOne(scheme: Scheme, value: JsonValue): { readonly purpose: string; readonly object: FlowObject } {
  const read = readObject(scheme, { form: 'json', value, duplicates: [] });
  if (!read.ok) throw new Error(read.message);
  const [complaint] = read.complaints;
  if (complaint !== undefined) throw new Error(complaint);
  const purpose = scheme.resourceOfKind(read.kind)?.purpose?.kind;
  if (purpose !== 'flowSchema' && purpose !== 'priorityLevel') {
    throw new Error(`${read.kind.kind} is neither a flow schema nor a priority level`);
  }
  applyDefaults(read.kind.message, read.object);
  return { purpose, object: read.object as unknown as FlowObject };
}
