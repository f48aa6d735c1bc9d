/** Sends objects and documents to a worker that would hold up the event loop while they are written. */
import type { ObjectVersion } from '@keelson/cache';
import type { BodyRecipe, DocumentsRecipe, Recipe, VerbContext, WrittenDocuments } from '@keelson/surface';

import type { DefinitionCopy, DocumentsJob, EncodeJob, PrintJob } from './jobs.ts';
import { restoreError } from './portable.ts';
import type { SharedDeclaration, SharedDeclarations } from './shared-declarations.ts';
import type { TaskEnd, WorkerPool } from './worker-pool.ts';

export interface Encoders extends Required<Pick<VerbContext, 'encodeElsewhere' | 'printElsewhere'>> {
  readonly writeDocuments: (recipe: DocumentsRecipe) => Promise<WrittenDocuments> | undefined;
}

export interface EncodersParts {
  readonly pool: Pick<WorkerPool, 'run'>;
  readonly declarations: SharedDeclarations;
}

/** Encodings are bounded by the requests and watches that wait for them, and hold no bytes of their own while they do. */
export function createEncoders({ pool, declarations }: EncodersParts): Encoders {
  const encode = async (
    recipe: Recipe,
    { key, revision, value }: ObjectVersion,
    user: string,
    { defined }: SharedDeclaration,
  ): Promise<Uint8Array> => {
    const makeJob = (): EncodeJob => ({ kind: 'encode', defined, recipe, object: { key, revision, value } });
    return resultOf(await pool.run({ user, bytes: 0, isExempt: true, makeJob }));
  };
  const print = async (
    recipe: BodyRecipe,
    bytes: Uint8Array,
    user: string,
    { defined }: SharedDeclaration,
  ): Promise<string | undefined> => {
    const makeJob = (): PrintJob => ({ kind: 'print', defined, recipe, bytes });
    const end = await pool.run({ user, bytes: bytes.length, makeJob });
    // The request goes on without its body in the audit log, as if it could not be read.
    return end.ok && end.ended.ok ? end.ended.value : undefined;
  };
  const write = async (recipe: DocumentsRecipe, defined: readonly DefinitionCopy[]): Promise<WrittenDocuments> => {
    const makeJob = (): DocumentsJob => ({ kind: 'documents', defined, recipe });
    return resultOf(await pool.run({ user: '', bytes: 0, isExempt: true, makeJob }));
  };
  return {
    encodeElsewhere: (recipe, object, user) => {
      // Versions of one kind have one definition.
      const shared = declarations.shareByName(recipe.from) && declarations.shareByName(recipe.to);
      return shared && encode(recipe, object, user, shared);
    },
    printElsewhere: (recipe, bytes, user) => {
      const shared = declarations.shareByName(recipe.resource);
      return shared && print(recipe, bytes, user, shared);
    },
    writeDocuments: (recipe) => {
      const shared = recipe.resources.map((name) => declarations.shareByName(name));
      const defined = shared.flatMap((each) => each?.defined ?? []);
      return shared.includes(undefined) ? undefined : write(recipe, defined);
    },
  };
}

function resultOf<T>(end: TaskEnd<T>): T {
  if (!end.ok) throw new Error(`a worker's job was given up (${end.reason})`);
  if (!end.ended.ok) throw restoreError(end.ended.error);
  return end.ended.value;
}
