/** Sends objects and documents to a worker that would hold up the event loop while they are written. */
import type { DocumentsRecipe, VerbContext, WrittenDocuments } from '@keelson/surface';

import type { DocumentsJob, EncodeJob, PrintJob } from './jobs.ts';
import { restoreError } from './portable.ts';
import type { TaskEnd, WorkerPool } from './worker-pool.ts';

export interface Encoders extends Required<Pick<VerbContext, 'encodeElsewhere' | 'printElsewhere'>> {
  readonly writeDocuments: (recipe: DocumentsRecipe) => Promise<WrittenDocuments>;
}

/** Encodings are bounded by the requests and watches that wait for them, and hold no bytes of their own while they do. */
export function createEncoders(pool: Pick<WorkerPool, 'run'>): Encoders {
  return {
    encodeElsewhere: async (recipe, { key, revision, value }, user) => {
      const makeJob = (): EncodeJob => ({ kind: 'encode', recipe, object: { key, revision, value } });
      return resultOf(await pool.run({ user, bytes: 0, isExempt: true, makeJob }));
    },
    printElsewhere: async (recipe, bytes, user) => {
      const makeJob = (): PrintJob => ({ kind: 'print', recipe, bytes });
      const end = await pool.run({ user, bytes: bytes.length, makeJob });
      // The request goes on without its body in the audit log, as if it could not be read.
      return end.ok && end.ended.ok ? end.ended.value : undefined;
    },
    writeDocuments: async (recipe) => {
      const makeJob = (): DocumentsJob => ({ kind: 'documents', recipe });
      return resultOf(await pool.run({ user: '', bytes: 0, isExempt: true, makeJob }));
    },
  };
}

function resultOf<T>(end: TaskEnd<T>): T {
  if (!end.ok) throw new Error(`a worker's job was given up (${end.reason})`);
  if (!end.ended.ok) throw restoreError(end.ended.error);
  return end.ended.value;
}
