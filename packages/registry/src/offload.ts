/**
 * The interface for requests that are too heavy for the main thread: they are
 * carried out by the same engine somewhere else. Where and when, the engine refuses to know.
 */
import type { RequestTarget } from '@keelson/meta';

import type {
  Answer,
  DeleteAnswer,
  DeleteRequest,
  GetOptions,
  Outcome,
  PatchRequest,
  WriteAnswer,
  WriteRequest,
} from './contract.ts';
import type { Emptying } from './namespaces/emptying.ts';

/**
 * Each method answers with `undefined` for a request to be carried out here, as nearly all are;
 * so it must cost next to nothing to ask. Promises are those of the verb of that name in `Registry`.
 */
export interface Offload {
  /** Asked for subresources alone: the object itself is handed out as it is stored. */
  get(place: RequestTarget, options: GetOptions): Promise<Outcome<Answer>> | undefined;
  create(place: RequestTarget, request: WriteRequest): Promise<Outcome<WriteAnswer>> | undefined;
  update(place: RequestTarget, request: WriteRequest): Promise<Outcome<WriteAnswer>> | undefined;
  patch(place: RequestTarget, request: PatchRequest): Promise<Outcome<WriteAnswer>> | undefined;
  /** Also asked for each object of a deletecollection, and of a namespace that is emptied. */
  delete(place: RequestTarget, request: DeleteRequest): Promise<Outcome<DeleteAnswer>> | undefined;
  /** As `releaseNamespace` of the engine. */
  releaseNamespace(name: string, revision: number): Promise<Outcome<Emptying>> | undefined;
}
