/**
 * Connect: the part of a connection that knows no network. Its options are read and checked, and admission plugins are
 * asked, as 1.24 does it: before anything is looked up.
 */
import type { AdmissionObject, AdmissionRequest } from '@keelson/admission';
import { badRequest, invalid, methodNotAllowed, type RequestTarget } from '@keelson/meta';
import { validate, type ProxySubresource } from '@keelson/schema';

import { admit, firstRound, validateAdmission } from '../admission/run-admission.ts';
import type { ConnectAnswer, ConnectRequest, Form, Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';
import { withNotes } from '../write/notes.ts';
import { postpone, requestEndMs } from '../write/request-deadline.ts';
import { readConnectionOptions } from './connection-options.ts';
import type { VerbParts } from './verb-parts.ts';

export async function connectPlace(
  { parts }: VerbParts,
  place: RequestTarget,
  request: ConnectRequest,
): Promise<Outcome<ConnectAnswer>> {
  const part = proxyAt(place);
  const form = part?.servedAs ?? part?.options;
  if (part === undefined || form === undefined) return refused(methodNotAllowed());
  if (part.servedAs === undefined) return readChecked(form, place, request);
  if (request.query('dryRun').length > 0) return refused(badRequest('dryRun is not supported'));
  const read = readConnectionOptions(form, request);
  if (!read.ok) return read;
  const notes = { warnings: new Set<string>(), annotations: [] as AdmissionAnnotations };
  const asked: AdmissionRequest = {
    operation: 'connect',
    place,
    // Options have no metadata: plugins have to take it for absent.
    object: read.value as unknown as AdmissionObject,
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
  if (!allowed.ok) return withNotes(notes, allowed);
  return done({ options: asked.object ?? read.value, warnings: [...notes.warnings], annotations: notes.annotations });
}

type AdmissionAnnotations = Parameters<NonNullable<AdmissionRequest['annotate']>>[0][];

/** The options of what is read, and not connected to. */
function readChecked(form: Form, { name = '' }: RequestTarget, request: ConnectRequest): Outcome<ConnectAnswer> {
  const read = readConnectionOptions(form, request);
  if (!read.ok) return read;
  const issues = validate(form.message, read.value);
  return issues.length === 0
    ? done({ options: read.value })
    : refused(invalid({ group: '', kind: form.kind }, name, issues));
}

function proxyAt({ resource, subresource }: RequestTarget): ProxySubresource | undefined {
  const part = subresource === undefined ? undefined : resource.subresources[subresource];
  return part?.kind === 'proxy' ? part : undefined;
}
