/** What the readers of the declarations cost, beside the JSON functions of the runtime on the same object. */
import { createApiScheme } from '@keelson/api';
import {
  applyDefaults,
  decodeJson,
  decodeProtobuf,
  encodeJson,
  encodeProtobuf,
  parseJson,
  validate,
} from '@keelson/schema';
import type { Message, TypeMeta } from '@keelson/schema';

import type { BenchCase } from '../bench-case.ts';
import { fullObject } from '../full-object.ts';
import { jobText } from '../job.ts';

const scheme = createApiScheme();

function messageOf(group: string, version: string, kind: string): Message {
  const known = scheme.kind({ group, version, kind });
  if (known === undefined) throw new Error(`${kind} is not declared`);
  return known.message;
}

function decoded(message: Message, text: string): TypeMeta {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const result = decodeJson(message, parsed.value);
  if (!result.ok) throw new Error(result.message);
  return result.object;
}

const Job = messageOf('batch', 'v1', 'Job');
const jobValue: unknown = JSON.parse(jobText);

function admitJob(): number {
  const result = decodeJson(Job, jobValue as never);
  if (!result.ok) throw new Error(result.message);
  applyDefaults(Job, result.object);
  return validate(Job, result.object).length;
}

const Pod = messageOf('', 'v1', 'Pod');
const podText = JSON.stringify({ kind: 'Pod', apiVersion: 'v1', ...fullObject(Pod) });
const pod = decoded(Pod, podText);
const podBytes = encodeProtobuf(Pod, pod);

export const cases: readonly BenchCase[] = [
  {
    kind: 'ratio',
    name: `decode, default and validate a Job of ${String(jobText.length)} characters / JSON.parse`,
    subject: admitJob,
    baseline: (): unknown => JSON.parse(jobText),
    atMost: 3,
  },
  {
    kind: 'ratio',
    name: `parse a Job exactly / JSON.parse`,
    subject: () => parseJson(jobText),
    baseline: (): unknown => JSON.parse(jobText),
  },
  {
    kind: 'ratio',
    name: `decode a Pod with every field from ${String(podBytes.length)} bytes of protobuf / JSON.parse`,
    subject: () => decodeProtobuf(Pod, podBytes),
    baseline: (): unknown => JSON.parse(podText),
    atMost: 2,
  },
  {
    kind: 'ratio',
    name: 'encode a Pod with every field as protobuf / JSON.stringify',
    subject: () => encodeProtobuf(Pod, pod),
    baseline: () => JSON.stringify(pod),
    atMost: 2,
  },
  {
    kind: 'ratio',
    name: 'encode a Pod with every field as JSON / JSON.stringify',
    subject: () => encodeJson(Pod, pod),
    baseline: () => JSON.stringify(pod),
  },
];
