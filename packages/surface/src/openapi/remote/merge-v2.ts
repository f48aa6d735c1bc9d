/**
 * Makes a fragment of the OpenAPI v2 document of another server, to stand in the one of this server: its paths, and the
 * definitions that they need. A definition that is there already is not repeated, but stands for the kinds of both; one that
 * differs from that of its name gets a name of its own. The document is of a stranger: what has not the form of OpenAPI is left out.
 */
import { createHash } from 'node:crypto';

import { encodeGnosticPart } from '../gnostic/encode-gnostic.ts';
import { kindsField, missingKinds, type JoinedKinds } from './join-kinds.ts';

export interface RemoteSource {
  readonly bytes: Uint8Array;
  readonly prefixes: readonly string[];
  /** Paths that are described already. */
  readonly takenPaths: readonly string[];
  /** Definitions that are there beside those of the server, with the prints of their content. */
  readonly taken: readonly (readonly [name: string, print: string])[];
}

export interface MergedV2 {
  /** Members of JSON objects, separated by commas. */
  readonly paths: Uint8Array;
  readonly definitions: Uint8Array;
  /** A message that, put behind the document, adds to it. */
  readonly gnostic: Uint8Array;
  /** Paths and definitions that it adds, for the documents after it. */
  readonly addedPaths: readonly string[];
  readonly added: readonly (readonly [name: string, print: string])[];
  /** Kinds that definitions of this server are to have beside their own. */
  readonly joined: readonly JoinedKinds[];
}

type Fields = Readonly<Record<string, unknown>>;
type Entry = readonly [string, Fields];

const reference = '#/definitions/';
/** Of all names together, which another thread reads in one go. Those of this server are a tenth of it. */
const namesLimit = 1024 * 1024;

/** `own` are the definitions of this server. Throws if the bytes are no JSON, nest too deeply or name too much. */
export function mergeV2(source: RemoteSource, own: Readonly<Record<string, object>>): MergedV2 {
  const document = fieldsOf(JSON.parse(Buffer.from(source.bytes).toString('utf8')));
  const takenPaths = new Set(source.takenPaths);
  const paths = entriesOf(document?.['paths']).filter(
    ([path]) => source.prefixes.some((prefix) => path.startsWith(prefix)) && !takenPaths.has(path),
  );
  const used = collectUsed(paths, new Map(entriesOf(document?.['definitions'])));
  const names = nameAll(used, own, new Map(source.taken));
  const renamed = new Map(names.map(({ from, to }) => [from, to]));
  const change = ([name, value]: Entry): Entry => [name, rename(value, renamed) as Fields];
  const fresh = names.filter(({ isFresh }) => isFresh);
  const definitions = fresh.map(({ from, to }) => change([to, used.get(from) ?? {}]));
  const changed = paths.map(change);
  const addedPaths = paths.map(([path]) => path);
  const added = fresh.map(({ to, print }) => [to, print] as const);
  const joined = names.flatMap(({ from, to, isOwn }) => {
    const kinds = isOwn ? missingKinds(own[to], used.get(from)) : [];
    return kinds.length === 0 ? [] : [{ name: to, kinds }];
  });
  const joinedTexts = joined.flatMap(({ kinds }) => kinds.flatMap((kind) => Object.values(kind) as string[]));
  if (lengthOf([...addedPaths, ...added.flat(), ...joinedTexts]) > namesLimit) throw new Error('it names too much');
  return {
    paths: membersOf(changed),
    definitions: membersOf(definitions),
    gnostic: Buffer.concat([
      ...changed.map((entry) => gnosticOf({ paths: [entry], definitions: [] })),
      ...definitions.map((entry) => gnosticOf({ paths: [], definitions: [entry] })),
    ]),
    addedPaths,
    added,
    joined,
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** As pieces, to be sent from one thread to another. */
export function piecesOfMerged({
  paths,
  definitions,
  gnostic,
  addedPaths,
  added,
  joined,
}: MergedV2): readonly (readonly [name: string, bytes: Uint8Array])[] {
  return [
    ['paths', paths],
    ['definitions', definitions],
    ['gnostic', gnostic],
    ['added', Buffer.from(JSON.stringify({ paths: addedPaths, definitions: added, joined }))],
  ];
}

/** By name: the definitions that the paths refer to, and those that these refer to. */
function collectUsed(paths: readonly Entry[], definitions: ReadonlyMap<string, Fields>): ReadonlyMap<string, Fields> {
  const used = new Map<string, Fields>();
  const waiting: unknown[] = paths.map(([, item]) => item);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    walk(value, (name) => {
      const found = definitions.get(name);
      if (found === undefined || used.has(name)) return;
      used.set(name, found);
      waiting.push(found);
    });
  }
  return used;
}

function walk(value: unknown, note: (name: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const name = key === '$ref' ? nameIn(member) : undefined;
    if (name === undefined) walk(member, note);
    else note(name);
  }
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(reference) ? value.slice(reference.length) : undefined;
}

interface Named {
  readonly from: string;
  readonly to: string;
  readonly print: string;
  /** It is not there yet. */
  readonly isFresh: boolean;
  /** This server has it. */
  readonly isOwn: boolean;
}

function nameAll(
  used: ReadonlyMap<string, Fields>,
  own: Readonly<Record<string, object>>,
  taken: Map<string, string>,
): readonly Named[] {
  const isOwn = (name: string): boolean => !taken.has(name) && Object.hasOwn(own, name);
  return [...used].map(([from, definition]) => {
    const [print, bare] = [printOf(definition), printOf(definition, true)];
    const isOther = (name: string): boolean =>
      isOwn(name) ? printOf(own[name], true) !== bare : (taken.get(name) ?? print) !== print;
    let to = from;
    for (let version = 2; isOther(to); version += 1) to = `${from}_v${String(version)}`;
    const named = { from, to, print, isFresh: !taken.has(to) && !isOwn(to), isOwn: isOwn(to) };
    taken.set(to, print);
    return named;
  });
}

/**
 * Equal for definitions that say the same. In the definitions of other servers, which cannot be written anew here, kinds
 * count where there is but one, by which clients look for it; otherwise, and where it is `bare`, they do not.
 */
function printOf(definition: unknown, isBare = false): string {
  const sortKeys = (key: string, value: unknown): unknown => {
    if (key === kindsField && (isBare || !Array.isArray(value) || value.length > 1)) return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return createHash('sha256').update(JSON.stringify(definition, sortKeys)).digest('base64');
}

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map((each) => rename(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => {
      const name = key === '$ref' ? nameIn(member) : undefined;
      return [key, name === undefined ? rename(member, names) : `${reference}${names.get(name) ?? name}`];
    }),
  );
}

/** The form for older clients knows less: what it cannot hold is left out there. */
function gnosticOf(part: { readonly paths: readonly Entry[]; readonly definitions: readonly Entry[] }): Uint8Array {
  try {
    const paths = Object.fromEntries(part.paths) as Parameters<typeof encodeGnosticPart>[0]['paths'];
    return encodeGnosticPart({ paths, definitions: Object.fromEntries(part.definitions) });
  } catch {
    return new Uint8Array();
  }
}

function membersOf(entries: readonly Entry[]): Uint8Array {
  return Buffer.from(entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(','));
}

function entriesOf(value: unknown): readonly Entry[] {
  return Object.entries(fieldsOf(value) ?? {}).flatMap(([name, member]) => {
    const fields = fieldsOf(member);
    return fields === undefined ? [] : [[name, fields] as const];
  });
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
