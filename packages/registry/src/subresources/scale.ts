/** Scale: the number of replicas of any kind that says where it keeps them. */
import { internalError, printLabelSelector, selectorFromLabelSelector } from '@keelson/meta';
import type { LabelSelectorObject, Status } from '@keelson/meta';
import { encodeJson, groupVersion } from '@keelson/schema';
import type { Resource, ScaleSubresource } from '@keelson/schema';

import type { Answer, Form } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { plainVersion } from '../objects/stored-object.ts';
import type { Current } from '../write/current.ts';
import { setAt, valueAt } from '../write/restrict.ts';

export type ScalePaths = Pick<ScaleSubresource, 'replicas' | 'observedReplicas' | 'selector'>;

/** The object in the form of a Scale. */
export function scaleOf({ object, version }: Current, paths: ScalePaths, form: Form): Scale {
  const { name, namespace, uid, creationTimestamp } = object.metadata;
  const selector = selectorText(valueAt(object, paths.selector.split('.')));
  return {
    kind: form.kind,
    apiVersion: groupVersion(form),
    metadata: {
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      resourceVersion: String(version.revision),
      creationTimestamp,
    },
    spec: { replicas: numberAt(object, paths.replicas) },
    status: { replicas: numberAt(object, paths.observedReplicas), ...(selector !== '' && { selector }) },
  };
}

export interface Scale extends ApiObject {
  spec: { replicas?: number };
  status: { replicas: number; selector?: string };
}

/** Of a custom resource, where nothing fills the number in. */
export function findScaleFault({ object }: Current, resource: Resource, { replicas }: ScalePaths): Status | undefined {
  if (resource.custom === undefined || typeof valueAt(object, replicas.split('.')) === 'number') return undefined;
  return internalError(`the spec replicas field ".${replicas}" does not exist`);
}

export function answerScale(current: Current, paths: ScalePaths, form: Form): Answer {
  const { key, revision } = current.version;
  const text = encodeJson(form.message, scaleOf(current, paths, form));
  return { object: plainVersion(key, revision, Buffer.from(text, 'utf8')), form };
}

/** A copy of the object with the replicas of the Scale. */
export function withReplicas(object: ApiObject, paths: ScalePaths, { spec }: Scale): ApiObject {
  const scaled: ApiObject = { ...object, metadata: { ...object.metadata } };
  setAt(scaled, paths.replicas.split('.'), spec.replicas ?? 0);
  return scaled;
}

function numberAt(object: ApiObject, path: string): number {
  const value = valueAt(object, path.split('.'));
  return typeof value === 'number' ? value : 0;
}

/** Selectors are objects with conditions, or maps of labels where they are older than those. */
function selectorText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const isSelector = 'matchLabels' in value || 'matchExpressions' in value;
  const object = isSelector ? (value as LabelSelectorObject) : { matchLabels: value as Record<string, string> };
  const parsed = selectorFromLabelSelector(object);
  return parsed.ok && parsed.selector !== null ? printLabelSelector(parsed.selector) : '';
}
