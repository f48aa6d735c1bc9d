/**
 * Connect: a subresource that is proxied to a kubelet or a container. There is none behind this server, so that no
 * connection is ever made; plugins are asked all the same, as they are where there is one.
 */
import type { AdmissionObject, AdmissionRequest } from '@keelson/admission';
import { methodNotAllowed, type RequestTarget } from '@keelson/meta';
import { decodeJson, groupVersion, type Field, type JsonValue } from '@keelson/schema';

import { admit, firstRound, validateAdmission } from '../admission/run-admission.ts';
import type { ConnectRequest, Form, Outcome } from '../contract.ts';
import { bodyFormOf } from '../objects/form.ts';
import { refused } from '../outcome.ts';
import { withNotes } from '../write/notes.ts';
import { postpone, requestEndMs } from '../write/request-deadline.ts';
import type { VerbParts } from './verb-parts.ts';

export async function connectPlace(
  { parts }: VerbParts,
  place: RequestTarget,
  request: ConnectRequest,
): Promise<Outcome<never>> {
  const form = bodyFormOf(place);
  const notes = { warnings: new Set<string>(), annotations: [] as AdmissionAnnotations };
  const asked: AdmissionRequest = {
    operation: 'connect',
    place,
    object: optionsOf(form, request),
    form,
    isDryRun: false,
    caller: request.caller,
    warn: (text) => void notes.warnings.add(text),
    annotate: (annotation) => void notes.annotations.push(annotation),
    deadlineMs: requestEndMs(parts, undefined),
    noteWaited: (ms) => postpone(parts, ms),
    rounds: firstRound(),
  };
  const admitted = await admit(parts.admission, asked);
  const allowed = admitted.ok ? await validateAdmission(parts.admission, asked) : admitted;
  return withNotes(notes, allowed.ok ? refused(methodNotAllowed()) : allowed);
}

type AdmissionAnnotations = Parameters<NonNullable<AdmissionRequest['annotate']>>[0][];

/** The options of the connection, as the query states them. They have no metadata. */
function optionsOf(form: Form, { query, path }: ConnectRequest): AdmissionObject {
  const stated: Record<string, JsonValue> = {};
  for (const [name, field] of Object.entries(form.message.fields)) {
    const value = valueOf(field, query(name));
    if (value !== undefined) stated[name] = value;
  }
  if (path !== '' && Object.hasOwn(form.message.fields, 'path')) stated['path'] = path;
  const decoded = decodeJson(form.message, stated);
  const object = decoded.ok ? decoded.object : {};
  return { ...object, kind: form.kind, apiVersion: groupVersion(form) } as unknown as AdmissionObject;
}

function valueOf({ shape }: Field, values: readonly string[]): JsonValue | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  switch (shape.kind) {
    case 'bool':
      return first !== '0' && first.toLowerCase() !== 'false';
    case 'string':
      return first;
    case 'list': {
      const isText = shape.item.kind === 'string';
      return values.map((value) => (isText ? value : Number(value)));
    }
    default:
      return undefined;
  }
}
