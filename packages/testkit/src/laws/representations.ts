/** All representations that a client may ask for, and reading each with what this project did not write. */
import { loadYaml } from '@kubernetes/client-node';

import type { TestResponse } from '../client/test-client.ts';
import { messageIn, readEnvelope, readFrames, readWire, textIn, type Enveloped } from './read-wire.ts';

export type View = 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

export interface ReadingForm {
  readonly encoding: 'json' | 'yaml' | 'protobuf';
  readonly view: View;
  readonly accept: string;
  /** Of what is not the object itself. */
  readonly apiVersion: string;
}

const encodings = ['json', 'yaml', 'protobuf'] as const;
const mediaTypes = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
} as const;
const metaVersions = ['v1', 'v1beta1'] as const;
const views = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'] as const;

export const representations: readonly ReadingForm[] = encodings.flatMap((encoding): ReadingForm[] => [
  { encoding, view: 'object', accept: mediaTypes[encoding], apiVersion: '' },
  ...views.flatMap((view) =>
    metaVersions.map((version) => ({
      encoding,
      view,
      accept: `${mediaTypes[encoding]};as=${view};v=${version};g=meta.k8s.io`,
      apiVersion: `meta.k8s.io/${version}`,
    })),
  ),
]);

/** Those for one kind of many: the versions of forms that are not the object itself take turns. */
export function representationsFor(index: number): readonly ReadingForm[] {
  const version = metaVersions[index % metaVersions.length] ?? 'v1';
  return representations.filter(({ apiVersion }) => apiVersion === '' || apiVersion === `meta.k8s.io/${version}`);
}

/** What a document says of itself: its type, and the names of the objects in it. */
export interface Reading {
  readonly kind: string;
  readonly apiVersion: string;
  readonly names: readonly string[];
}

interface Document {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata?: { readonly name?: string };
  readonly items?: readonly Document[];
  readonly columnDefinitions?: readonly unknown[] | null;
  readonly rows?: readonly { readonly cells: readonly unknown[]; readonly object: Document }[];
}

/** Throws where it cannot be read, or says that it is written in something else. */
export function readReply(representation: ReadingForm, { headers, bytes }: TestResponse): Reading {
  const { encoding } = representation;
  const { 'content-type': type } = headers;
  if (type !== mediaTypes[encoding]) throw new Error(`${String(type)} instead of ${encoding}`);
  return encoding === 'protobuf' ? readingOfWire(readEnvelope(bytes)) : readingOf(parseText(encoding, bytes));
}

function parseText(encoding: 'json' | 'yaml', bytes: Buffer): Document {
  const text = bytes.toString('utf8');
  return encoding === 'json' ? (JSON.parse(text) as Document) : loadYaml<Document>(text);
}

function readingOf(document: Document): Reading {
  const { kind, apiVersion, items, rows, columnDefinitions } = document;
  for (const { cells } of rows ?? []) {
    if (Array.isArray(columnDefinitions) && cells.length !== columnDefinitions.length)
      throw new Error('a cell has no column');
  }
  const inside = items ?? rows?.map(({ object }) => object) ?? [document];
  return { kind, apiVersion, names: inside.map(({ metadata }) => metadata?.name ?? '') };
}

/** All objects have their metadata in field 1, all lists their items in field 2; names are field 1 of metadata. */
function readingOfWire({ kind, apiVersion, raw }: Enveloped): Reading {
  const message = readWire(raw);
  const items = (message.get(2) ?? []).filter((item): item is Buffer => item instanceof Buffer);
  const inside = kind.endsWith('List') ? items.map(readWire) : [message];
  return { kind, apiVersion, names: inside.map((object) => textIn(messageIn(object, 1), 1)) };
}

export interface EventReading extends Reading {
  readonly type: string;
}

export function readEvents({ encoding }: ReadingForm, { headers, bytes }: TestResponse): EventReading[] {
  const expected = encoding === 'protobuf' ? `${mediaTypes.protobuf};stream=watch` : mediaTypes.json;
  const { 'content-type': contentType } = headers;
  if (contentType !== expected) throw new Error(`${String(contentType)} instead of ${expected}`);
  if (encoding === 'protobuf') {
    return readFrames(bytes).map(({ type, object }) => ({ type, ...readingOfWire(object) }));
  }
  const lines = bytes.toString('utf8').split('\n').slice(0, -1);
  const events = lines.map((line) => JSON.parse(line) as { readonly type: string; readonly object: Document });
  return events.map(({ type, object }) => ({ type, ...readingOf(object) }));
}

/** Whether the last event is whole. */
export function endsWithEvent({ encoding }: ReadingForm, body: Buffer): boolean {
  if (encoding !== 'protobuf') return body.at(-1) === 0x0a;
  let at = 0;
  while (at + 4 <= body.length) at += 4 + body.readUInt32BE(at);
  return at === body.length;
}
