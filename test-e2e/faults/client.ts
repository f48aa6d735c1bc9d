/** A client: one request after the other, of mixed kinds, at a replica until that one fails; then at the next. */
import type { Random } from '../support/random.ts';
import { nameAnswer, openConnection } from './connection.ts';
import type { Answered, Asked } from './connection.ts';
import type { Operation } from './check/operation.ts';
import { keysPerNamespace, namespaceOf, pathOf } from './notes.ts';
import type { Notes } from './notes.ts';
import type { Replica } from './world.ts';

export interface ClientParts {
  readonly name: string;
  readonly replicas: readonly Replica[];
  readonly random: Random;
  readonly notes: Notes;
  readonly signal: AbortSignal;
  /** The namespace to work in now, which exists. */
  readonly round: () => number;
}

const kinds = ['create', 'update', 'patch', 'delete', 'read', 'list', 'cached'] as const;
type Kind = (typeof kinds)[number];
const weights: Readonly<Record<Kind, number>> = {
  ...{ create: 3, update: 4, patch: 4, delete: 2 },
  ...{ read: 8, list: 2, cached: 2 },
};
const drawn = kinds.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind));

interface Known {
  readonly tag: string;
  readonly resourceVersion: string;
}

interface Body {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly data?: { readonly tag?: string };
}

interface Work {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly tag: string;
  readonly known: Known | undefined;
}

/** The outcome of an answer, to the checker. */
interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

export async function runClient({ name, replicas, random, notes, signal, round }: ClientParts): Promise<void> {
  const connection = openConnection();
  let at = random.below(replicas.length);
  let known = new Map<string, Known>();
  let knownRound = -1;
  for (let count = 0; !signal.aborted; count += 1) {
    const now = round();
    if (now !== knownRound) known = new Map();
    knownRound = now;
    const work = draw(random, namespaceOf(now), { known, tag: `${name}-${count}` });
    const replica = replicas[at];
    if (replica === undefined) throw new Error('there is no replica');
    const startMs = performance.now();
    const answered = await connection.ask(replica, askFor(work));
    const times = { startMs, endMs: performance.now() };
    notes.counts.set(work.kind, (notes.counts.get(work.kind) ?? 0) + 1);
    if (!note(notes, { work, answered, times, known })) at = (at + 1) % replicas.length;
  }
  connection.close();
}

interface Drawing {
  readonly known: ReadonlyMap<string, Known>;
  readonly tag: string;
}

function draw(random: Random, namespace: string, { known, tag }: Drawing): Work {
  const name = `k${random.below(keysPerNamespace)}`;
  const version = known.get(name);
  const kind = random.pick(drawn);
  return { kind: kind === 'update' && version === undefined ? 'read' : kind, namespace, name, tag, known: version };
}

function askFor({ kind, namespace, name, tag, known }: Work): Asked {
  const list = pathOf(namespace);
  const object = `${list}/${name}`;
  const labels = { faults: 'yes' };
  switch (kind) {
    case 'create':
      return { method: 'POST', path: list, body: { metadata: { name, labels }, data: { tag } } };
    case 'update': {
      const metadata = { name, labels, resourceVersion: known?.resourceVersion };
      return { method: 'PUT', path: object, body: { metadata, data: { tag } } };
    }
    case 'patch':
      return { method: 'PATCH', path: object, body: { data: { tag } }, type: 'application/merge-patch+json' };
    case 'delete':
      return { method: 'DELETE', path: object };
    case 'read':
      return { method: 'GET', path: object };
    case 'list':
      return { method: 'GET', path: `${list}?labelSelector=faults` };
    case 'cached':
      return { method: 'GET', path: `${object}?resourceVersion=0` };
  }
}

interface Noted {
  readonly work: Work;
  readonly answered: Answered;
  readonly times: Times;
  readonly known: Map<string, Known>;
}

/** False if the replica failed. */
function note(notes: Notes, { work, answered, times, known }: Noted): boolean {
  const { kind } = work;
  if ('failure' in answered) {
    notes.failures.push({ what: answered.failure, ...times });
    if (!answered.isUnsent) noteUnknown(notes, work, times);
    return false;
  }
  const { status, body } = answered;
  if (status === 200 || status === 201) {
    noteDone(notes, { work, body, times, known });
    return true;
  }
  if (status === 404 || status === 409) {
    noteRefused(notes, { work, status, body, times });
    return true;
  }
  notes.failures.push({ what: nameAnswer(status, body), ...times });
  if (kind !== 'read' && status !== 429) noteUnknown(notes, work, times);
  return false;
}

const keyOf = ({ namespace, name }: Work): string => `${namespace}/${name}`;

function noteUnknown(notes: Notes, work: Work, { startMs }: Times): void {
  const { kind } = work;
  if (kind === 'read' || kind === 'list' || kind === 'cached') return;
  notes.operations.push(writeOf(work, kind, { outcome: 'unknown', startMs, endMs: Infinity }));
}

interface Ending extends Times {
  readonly outcome: 'done' | 'refused' | 'unknown';
  readonly revision?: number;
}

function writeOf(work: Work, kind: 'create' | 'update' | 'patch' | 'delete', ending: Ending): Operation {
  const key = keyOf(work);
  const { tag } = work;
  if (kind === 'delete') return { kind, key, ...ending };
  if (kind === 'update') return { kind, key, tag, expected: work.known?.tag ?? '', ...ending };
  return { kind, key, tag, ...ending };
}

interface Done {
  readonly work: Work;
  readonly body: string;
  readonly times: Times;
  readonly known: Map<string, Known>;
}

function noteDone(notes: Notes, { work, body, times, known }: Done): void {
  const { kind, name } = work;
  const key = keyOf(work);
  if (kind === 'list') {
    noteList(notes, work, { items: (JSON.parse(body) as { readonly items: readonly Body[] }).items, times });
    return;
  }
  if (kind === 'delete') {
    known.delete(name);
    notes.operations.push(writeOf(work, kind, { outcome: 'done', ...times }));
    return;
  }
  const { metadata, data } = JSON.parse(body) as Body;
  const version = { tag: data?.tag ?? '', resourceVersion: metadata.resourceVersion };
  const revision = Number(version.resourceVersion);
  notes.shown.push({ key, tag: version.tag, revision });
  if (kind === 'cached') return;
  known.set(name, version);
  if (kind === 'read') notes.operations.push({ kind, key, seen: version.tag, ...times });
  else notes.operations.push(writeOf(work, kind, { outcome: 'done', revision, ...times }));
}

interface Listed {
  readonly items: readonly Body[];
  readonly times: Times;
}

/** A read of every object of the namespace. */
function noteList(notes: Notes, { namespace }: Work, { items, times }: Listed): void {
  const tags = new Map(items.map(({ metadata, data }) => [metadata.name, data?.tag ?? '']));
  for (let index = 0; index < keysPerNamespace; index += 1) {
    const name = `k${index}`;
    notes.operations.push({ kind: 'read', key: `${namespace}/${name}`, seen: tags.get(name), ...times });
  }
}

interface Refused {
  readonly work: Work;
  readonly status: number;
  readonly body: string;
  readonly times: Times;
}

/** The reasons that say something of the object. */
const telling: Readonly<Record<Kind, readonly string[]>> = {
  create: ['AlreadyExists'],
  update: ['Conflict', 'NotFound'],
  patch: ['NotFound'],
  delete: ['NotFound'],
  read: ['NotFound'],
  list: [],
  cached: ['NotFound'],
};

/** Any other refusal is a failure, which nothing explains. */
function noteRefused(notes: Notes, { work, status, body, times }: Refused): void {
  const { kind } = work;
  const reason = /"reason":"(\w+)"/.exec(body)?.[1] ?? '';
  if (!telling[kind].includes(reason) || body.includes('namespaces')) {
    notes.failures.push({ what: nameAnswer(status, body), ...times });
    return;
  }
  if (kind === 'read') notes.operations.push({ kind, key: keyOf(work), seen: undefined, ...times });
  else if (kind !== 'cached' && kind !== 'list') {
    notes.operations.push(writeOf(work, kind, { outcome: 'refused', ...times }));
  }
}
