/** Reads the format of a body from its Content-Type header. */
import type { RequestTarget } from '@keelson/meta';
import type { BodyFormat, PatchKind } from '@keelson/registry';

import { hasProtobuf } from './has-protobuf.ts';

const formats = new Map<string, BodyFormat>([
  ['', 'json'],
  ['application/json', 'json'],
  ['application/yaml', 'yaml'],
  ['application/vnd.kubernetes.protobuf', 'protobuf'],
  ['application/vnd.service.protobuf', 'protobuf'],
]);

const patches = new Map<string, PatchKind>([
  ['application/json-patch+json', 'json'],
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic'],
  ['application/apply-patch+yaml', 'apply'],
]);

export const bodyTypes: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
];
const textTypes: readonly string[] = ['application/json', 'application/yaml'];
export const patchTypes: readonly string[] = [...patches.keys()];
/** Custom resources have no strategic merge patch: their schemas state the merging of lists for apply alone. */
export const customPatchTypes = patchTypes.filter((type) => patches.get(type) !== 'strategic');

/** The media types of the bodies of a target. */
export function bodyTypesOf(target: RequestTarget): readonly string[] {
  return hasProtobuf(target) ? bodyTypes : textTypes;
}

/** Of a body that has to be one of the target's. */
export function bodyFormatAt(target: RequestTarget, header: string | undefined): BodyFormat | undefined {
  const format = bodyFormatOf(header);
  return format === 'protobuf' && !hasProtobuf(target) ? undefined : format;
}

export function bodyFormatOf(header: string | undefined): BodyFormat | undefined {
  return formats.get(header ?? '') ?? (hasParameters(header) ? formats.get(mediaTypeOf(header)) : undefined);
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
const parameter = new RegExp(`; ?${token}=(?:${token}|"(?:[^"\\\\]|\\\\.)*") ?`, 'y');

/** Parameters are read past, but they have to be some. A trailing semicolon is none. */
function hasParameters(header = ''): boolean {
  const start = header.indexOf(';');
  if (start < 0) return true;
  let end = start;
  for (parameter.lastIndex = start; parameter.test(header);) end = parameter.lastIndex;
  const rest = header.slice(end).trim();
  return rest === '' || rest === ';';
}

export function patchKindOf(header: string | undefined): PatchKind | undefined {
  return patches.get(mediaTypeOf(header));
}

function mediaTypeOf(header = ''): string {
  const end = header.indexOf(';');
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
}
