/**
 * Negotiates the representation from the Accept header: the encoding, and the view
 * (the object itself, a table, or its metadata alone).
 */

export type MediaEncoding = 'json' | 'yaml' | 'protobuf';

export interface Representation {
  readonly encoding: MediaEncoding;
  /** `object`: as it is. `table`: printed in columns. `metadata`: name, labels and the like, without the rest. */
  readonly view: 'object' | 'table' | 'metadata' | 'metadataList';
  /** The version of the meta group that tables and metadata are written in. */
  readonly metaVersion: 'v1' | 'v1beta1';
  readonly isPretty: boolean;
}

export interface Clause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

export type AcceptResult =
  | { readonly ok: true; readonly representation: Representation }
  /** Of the types that were named, none is known; or one is, but not in the form that was asked for. */
  | { readonly ok: false; readonly reason: 'unknownType' | 'unknownForm' };

export const mediaTypes = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
} as const satisfies Record<MediaEncoding, string>;

/** The neutral name of protobuf means the same. */
const encodings = new Map<string, MediaEncoding>([
  [mediaTypes.json, 'json'],
  [mediaTypes.yaml, 'yaml'],
  [mediaTypes.protobuf, 'protobuf'],
  ['application/vnd.service.protobuf', 'protobuf'],
]);

const views = new Map<string, Representation['view']>([
  ['Table', 'table'],
  ['PartialObjectMetadata', 'metadata'],
  ['PartialObjectMetadataList', 'metadataList'],
]);

export const commonRepresentation: Representation = {
  encoding: 'json',
  view: 'object',
  metaVersion: 'v1',
  isPretty: false,
};

const plainJson: AcceptResult = { ok: true, representation: commonRepresentation };

const known = new Map<string, readonly Clause[]>();
const knownLimit = 200;
/** More types than any client knows; those behind them are not looked at. */
const maxClauses = 64;

/** The clauses of an Accept header, by preference. Cached, because clients send few different ones. */
export function parseAccept(header: string): readonly Clause[] {
  const found = known.get(header);
  if (found !== undefined) return found;
  const weighted = header.split(',', maxClauses).flatMap((text) => {
    const clause = parseClause(text);
    const weight = Number(clause.parameters.get('q') ?? 1);
    return clause.type === '' || weight === 0 ? [] : [{ clause, weight }];
  });
  const clauses = weighted.sort((a, b) => b.weight - a.weight).map(({ clause }) => clause);
  if (known.size < knownLimit && header.length < 1000) known.set(header, clauses);
  return clauses;
}

function parseClause(text: string): Clause {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const [name = '', value = ''] = part.split('=', 2);
    parameters.set(name.trim().toLowerCase(), value.trim());
  }
  return { type: type.toLowerCase(), parameters };
}

export interface AcceptOptions {
  readonly metaGroup: string;
  /** Documents exist only as what they are; objects also as their metadata alone. */
  readonly hasViews: boolean;
  /** Some objects are printed in columns too. Where they are not, a clause that asks for a table is passed over. */
  readonly hasTables: boolean;
  /** Whole objects have a form in protobuf. Where they have none, a clause that asks for it is passed over. */
  readonly hasProtobuf?: boolean;
}

export function negotiate(header: string | undefined, options: AcceptOptions): AcceptResult {
  if (header === undefined || header === '' || header === mediaTypes.json) return plainJson;
  const clauses = parseAccept(header);
  if (clauses.length === 0) return namesType(header) ? { ok: false, reason: 'unknownType' } : plainJson;
  let hasKnownType = false;
  for (const clause of clauses) {
    const encoding = encodingOf(clause.type);
    if (encoding === undefined) continue;
    hasKnownType = true;
    const representation = representationOf(encoding, clause.parameters, options);
    if (representation !== undefined) return { ok: true, representation };
  }
  return { ok: false, reason: hasKnownType ? 'unknownForm' : 'unknownType' };
}

/** All that it names is refused by a weight of 0. */
function namesType(header: string): boolean {
  return header.split(',', maxClauses).some((text) => text.trim() !== '');
}

function encodingOf(type: string): MediaEncoding | undefined {
  return type === '*/*' || type === 'application/*' ? 'json' : encodings.get(type);
}

/** The only kind of stream there is. */
const streamOfEvents = 'watch';

function representationOf(
  encoding: MediaEncoding,
  parameters: ReadonlyMap<string, string>,
  options: AcceptOptions,
): Representation | undefined {
  if ((parameters.get('stream') ?? streamOfEvents) !== streamOfEvents) return undefined;
  const isPretty = parameters.get('pretty') === '1';
  const as = parameters.get('as');
  if (as !== undefined) return viewOf(encoding, as, parameters, options);
  if (encoding === 'protobuf' && options.hasProtobuf === false) return undefined;
  return { encoding, view: 'object', metaVersion: 'v1', isPretty };
}

function viewOf(
  encoding: MediaEncoding,
  as: string,
  parameters: ReadonlyMap<string, string>,
  { metaGroup, hasViews, hasTables }: AcceptOptions,
): Representation | undefined {
  const isPretty = parameters.get('pretty') === '1';
  const view = views.get(as);
  const version = parameters.get('v');
  if (!hasViews || view === undefined || parameters.get('g') !== metaGroup) return undefined;
  if (version !== 'v1' && version !== 'v1beta1') return undefined;
  if (view === 'table' && (encoding === 'protobuf' || !hasTables)) return undefined;
  return { encoding, view, metaVersion: version, isPretty };
}

/** Tools of people get indented JSON; `pretty` in the query decides otherwise. */
export function wantsPretty(query: string | undefined, userAgent: string): boolean {
  if (query !== undefined) return query !== 'false' && query !== '0';
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}
