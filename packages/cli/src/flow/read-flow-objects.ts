/** The flow schemas and priority levels of a file, with those that every server has beside them. */
import { createApiScheme, defaultFlowControl, type FlowSchema, type PriorityLevelConfiguration } from '@keelson/api';
import { applyDefaults, parseYaml, type JsonValue, type Scheme } from '@keelson/schema';

import { foreseeRefusals } from '../convert/foresee-refusals.ts';
import { readObject } from '../convert/read-object.ts';

interface Named<Spec> {
  readonly name: string;
  readonly uid: string;
  readonly spec: Spec;
}

export interface FlowObjects {
  readonly levels: readonly Named<PriorityLevelConfiguration['spec']>[];
  readonly schemas: readonly Named<FlowSchema['spec']>[];
  /** The schemas whose level is not among the levels: they take no requests. */
  readonly dangling: readonly Named<FlowSchema['spec']>[];
}

/** Throws with a message for people where the text holds something else, or what a server refuses. */
export function readFlowObjects(text: string, domain: string): FlowObjects {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(`line ${parsed.line ?? 0}: ${parsed.message}`);
  const scheme = createApiScheme({ domain });
  const { priorityLevels, flowSchemas } = defaultFlowControl(domain);
  const levels = new Map(priorityLevels.map(({ name, spec }) => [name, { name, uid: '', spec }]));
  const schemas = new Map(flowSchemas.map(({ name, spec }) => [name, { name, uid: '', spec }]));
  const refusals: string[] = [];
  for (const document of parsed.documents.flatMap(itemsOf)) {
    const { purpose, object, refusal } = readOne(scheme, document);
    if (refusal !== undefined) refusals.push(refusal);
    const { name = '' } = object.metadata;
    // The declaration of a kind tells its purpose.
    if (purpose === 'flowSchema') schemas.set(name, { name, uid: '', spec: object.spec as FlowSchema['spec'] });
    else levels.set(name, { name, uid: '', spec: object.spec as PriorityLevelConfiguration['spec'] });
  }
  if (refusals.length > 0) throw new Error(refusals.join('\n'));
  const dangling = [...schemas.values()].filter(({ spec }) => !levels.has(spec.priorityLevelConfiguration.name));
  return { levels: [...levels.values()], schemas: [...schemas.values()], dangling };
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

interface ReadFlowObject {
  readonly purpose: string;
  readonly object: FlowObject;
  /** Why a server would not create it. */
  readonly refusal: string | undefined;
}

function readOne(scheme: Scheme, value: JsonValue): ReadFlowObject {
  const read = readObject(scheme, { form: 'json', value, duplicates: [] });
  if (!read.ok) throw new Error(read.message);
  const [complaint] = read.complaints;
  if (complaint !== undefined) throw new Error(complaint);
  const resource = scheme.resourceOfKind(read.kind);
  const purpose = resource?.purpose?.kind;
  if (resource === undefined || (purpose !== 'flowSchema' && purpose !== 'priorityLevel')) {
    throw new Error(`${read.kind.kind} is neither a flow schema nor a priority level`);
  }
  applyDefaults(read.kind.message, read.object);
  const object = read.object as unknown as FlowObject;
  const causes = foreseeRefusals(scheme, read.object, resource);
  const subject = `${read.kind.kind} ${JSON.stringify(object.metadata.name ?? '')}`;
  return { purpose, object, refusal: causes.length === 0 ? undefined : `${subject} is invalid: ${causes.join(', ')}` };
}
