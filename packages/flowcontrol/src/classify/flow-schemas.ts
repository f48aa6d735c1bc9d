/**
 * The flow schemas in force, and which of them takes a request: of those that match, the one with the lowest
 * precedence, and of these the first by name.
 *
 * The candidates for a user are kept with the user; matches of requests too, where a user has so many candidates that it
 * pays. So a thousand schemas cost what ten do.
 */
import type { FlowSchema, PolicyRulesWithSubjects } from '@keelson/api';
import type { RequestAttributes, UserInfo } from '@keelson/meta';

import { compileFlowRules, type MatchesAttributes } from './compile-flow-rules.ts';
import { LastMatch } from './last-match.ts';
import { RememberedMatches } from './remembered-matches.ts';
import { SubjectIndex } from './subject-index.ts';

/** The place of a schema in the order in which they are tried. */
export interface SchemaRank {
  readonly name: string;
  readonly precedence: number;
}

/** A schema, and what the caller keeps with it. */
export interface RankedSchema<Kept> extends SchemaRank {
  readonly rules: readonly CompiledFlowRule[];
  readonly kept: Kept;
}

export interface CompiledFlowRule {
  readonly subjects: PolicyRulesWithSubjects;
  readonly matches: MatchesAttributes;
}

export function compileFlowSchema(spec: FlowSchema['spec']): readonly CompiledFlowRule[] {
  return (spec.rules ?? []).map((subjects) => ({ subjects, matches: compileFlowRules(subjects) }));
}

/** Below this, trying one candidate after the other is quicker than remembering. */
const fewCandidates = 16;

interface Candidate<Kept> {
  readonly rank: number;
  readonly matches: MatchesAttributes;
  readonly schema: RankedSchema<Kept>;
}

interface Profile<Kept> {
  readonly candidates: readonly Candidate<Kept>[];
  readonly last: LastMatch<RankedSchema<Kept>>;
  /** Absent where there are few candidates. */
  readonly remembered: RememberedMatches<RankedSchema<Kept>> | undefined;
}

export class FlowSchemas<Kept> {
  /** In the order in which they are tried. */
  readonly inOrder: readonly RankedSchema<Kept>[];
  readonly #index = new SubjectIndex<Candidate<Kept>>();
  /** Users are the same objects from request to request, most of them. */
  readonly #profiles = new WeakMap<UserInfo, Profile<Kept>>();

  private constructor(schemas: readonly RankedSchema<Kept>[]) {
    this.inOrder = schemas.toSorted(compareRanks);
  }

  static of<Kept>(schemas: readonly RankedSchema<Kept>[]): FlowSchemas<Kept> {
    const made = new FlowSchemas(schemas);
    made.inOrder.forEach((schema, rank) => made.#add(schema, rank));
    return made;
  }

  /** Like `of`, in steps between which other work may run. */
  static *inSteps<Kept>(schemas: readonly RankedSchema<Kept>[]): Generator<undefined, FlowSchemas<Kept>> {
    const made = new FlowSchemas(schemas);
    for (const [rank, schema] of made.inOrder.entries()) {
      made.#add(schema, rank);
      yield undefined;
    }
    return made;
  }

  #add(schema: RankedSchema<Kept>, rank: number): void {
    for (const { subjects, matches } of schema.rules) this.#index.add(subjects, { rank, matches, schema });
  }

  find(user: UserInfo, attributes: RequestAttributes): RankedSchema<Kept> | undefined {
    const { candidates, last, remembered } = this.#profileOf(user);
    if (last.fits(attributes)) return last.found;
    const found =
      remembered === undefined ? firstMatch(candidates, attributes) : recall(remembered, candidates, attributes);
    last.keep(attributes, found);
    return found;
  }

  #profileOf(user: UserInfo): Profile<Kept> {
    let profile = this.#profiles.get(user);
    if (profile === undefined) this.#profiles.set(user, (profile = this.#makeProfile(user)));
    return profile;
  }

  #makeProfile(user: UserInfo): Profile<Kept> {
    const candidates = [...new Set(this.#index.rulesFor(user))].sort((a, b) => a.rank - b.rank);
    const remembered = candidates.length > fewCandidates ? new RememberedMatches<RankedSchema<Kept>>() : undefined;
    return { candidates, last: new LastMatch(), remembered };
  }
}

export function compareRanks(a: SchemaRank, b: SchemaRank): number {
  if (a.precedence !== b.precedence) return a.precedence - b.precedence;
  return a.name < b.name ? -1 : 1;
}

function recall<Kept>(
  remembered: RememberedMatches<RankedSchema<Kept>>,
  candidates: readonly Candidate<Kept>[],
  attributes: RequestAttributes,
): RankedSchema<Kept> | undefined {
  const known = remembered.find(attributes);
  if (known !== undefined) return known.found;
  const found = firstMatch(candidates, attributes);
  remembered.remember(attributes, found);
  return found;
}

function firstMatch<Kept>(
  candidates: readonly Candidate<Kept>[],
  attributes: RequestAttributes,
): RankedSchema<Kept> | undefined {
  // An iterator would be an object for each request.
  let index = 0;
  for (let next = candidates[index]; next !== undefined; next = candidates[index]) {
    if (next.matches(attributes)) return next.schema;
    index += 1;
  }
  return undefined;
}
