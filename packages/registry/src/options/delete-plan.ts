/** The options of a delete: out of the body if it has some, else out of the query. */
import { DeleteOptions } from '@keelson/api';
import { badRequest, invalid, unexplained } from '@keelson/meta';
import { createReport, decodeJson, decodeProtobuf } from '@keelson/schema';

import type { Body, DeleteQuery, Outcome } from '../contract.ts';
import { wordUnregistered } from '../objects/decode-object.ts';
import { parseBody } from '../objects/parse-body.ts';
import { readType, typeNamesOf } from '../objects/read-type.ts';
import { done, refused } from '../outcome.ts';
import { parseFlag, parseIntegerOption } from './parse-values.ts';
import { isDryRun, validateDryRun } from './write-options.ts';

export interface DeletePlan {
  readonly isDryRun: boolean;
  readonly gracePeriodSeconds: number | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly propagationPolicy: string | undefined;
}

export function planDelete(body: Body | undefined, query: DeleteQuery, domain: string): Outcome<DeletePlan> {
  const read = body === undefined || body.bytes.length === 0 ? readQuery(query) : readOptions(body, domain);
  return read.ok ? checkOptions(read.value, domain) : read;
}

/** DeleteOptions that came inside another object; nothing is as good as none. */
export function readDeleteOptions(options: unknown, domain: string): Outcome<DeletePlan> {
  return checkOptions(options ?? {}, domain);
}

function checkOptions(options: Options, domain: string): Outcome<DeletePlan> {
  const { dryRun, preconditions, gracePeriodSeconds, orphanDependents, propagationPolicy } = options;
  const report = createReport();
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set';
    report.invalid('propagationPolicy', propagationPolicy, detail);
  }
  if (propagationPolicy !== undefined && !policies.includes(propagationPolicy)) {
    report.notSupported('propagationPolicy', propagationPolicy, [...policies, 'nil']);
  }
  validateDryRun(dryRun, report);
  if (report.issues.length > 0) {
    return refused(invalid({ group: `meta.${domain}`, kind: 'DeleteOptions' }, '', report.issues));
  }
  return done({
    isDryRun: isDryRun(dryRun),
    gracePeriodSeconds: gracePeriodSeconds === undefined ? undefined : Number(gracePeriodSeconds),
    uid: preconditions?.uid,
    resourceVersion: preconditions?.resourceVersion,
    orphanDependents,
    propagationPolicy,
  });
}

/** A plan as the body of a delete, which gives the same plan when it is read. */
export function printDeleteOptions(plan: DeletePlan, domain: string): Body {
  return { format: 'json', bytes: Buffer.from(JSON.stringify(deleteOptionsOf(plan, domain))) };
}

/** A plan as the object that states it. */
export function deleteOptionsOf(plan: DeletePlan, domain: string): object {
  const { isDryRun: isDry, gracePeriodSeconds, uid, resourceVersion, orphanDependents, propagationPolicy } = plan;
  const preconditions = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return {
    kind: 'DeleteOptions',
    apiVersion: `meta.${domain}/v1`,
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(isDry && { dryRun: ['All'] }),
  };
}

const policies = ['Foreground', 'Background', 'Orphan'];

type Options = Partial<
  Pick<DeleteOptions, 'dryRun' | 'preconditions' | 'gracePeriodSeconds' | 'orphanDependents' | 'propagationPolicy'>
>;

function readQuery(query: DeleteQuery): Outcome<Options> {
  const seconds = parseIntegerOption(query.gracePeriodSeconds);
  if (!seconds.ok) return seconds;
  const { orphanDependents, propagationPolicy, dryRun, uid = '', resourceVersion = '' } = query;
  return done({
    ...(dryRun !== undefined && { dryRun: [...dryRun] }),
    ...(seconds.value !== undefined && { gracePeriodSeconds: seconds.value }),
    ...(orphanDependents !== undefined && { orphanDependents: parseFlag(orphanDependents) }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...((uid !== '' || resourceVersion !== '') && {
      preconditions: { ...(uid !== '' && { uid }), ...(resourceVersion !== '' && { resourceVersion }) },
    }),
  });
}

/** Every group has these options, in any version. A body that is none has no reason in the API, just a message. */
function readOptions(body: Body, domain: string): Outcome<Options> {
  const parsed = parseBody(body);
  if (!parsed.ok) return refused(unexplained(parsed.message));
  const names = parsed.kind === 'json' ? typeNamesOf(parsed.value) : { ok: true as const, names: parsed.typeMeta };
  if (!names.ok) return refused(unexplained(names.message));
  const type = readType(names.names, { group: `meta.${domain}`, version: 'v1', kind: 'DeleteOptions' });
  if (!type.ok) return refused(unexplained(type.message));
  if (type.type.kind !== 'DeleteOptions') return refused(unexplained(wordUnregistered(type.type)));
  const decoded =
    parsed.kind === 'json' ? decodeJson(DeleteOptions, parsed.value) : decodeProtobuf(DeleteOptions, parsed.raw);
  // They are options, and one of them is wrong.
  return decoded.ok ? done(decoded.object) : refused(badRequest(decoded.message));
}
