/** Reads the format of a body from its Content-Type header. */
import type { BodyFormat, PatchKind } from '@keelson/registry';

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
export const patchTypes: readonly string[] = [...patches.keys()];

export function bodyFormatOf(header: string | undefined): BodyFormat | undefined {
  return formats.get(mediaTypeOf(header));
}

export function patchKindOf(header: string | undefined): PatchKind | undefined {
  return patches.get(mediaTypeOf(header));
}

function mediaTypeOf(header = ''): string {
  const end = header.indexOf(';');
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
}
