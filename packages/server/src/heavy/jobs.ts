/** The jobs that are sent to a worker, and their results: plain data, copied on the way. */
import type {
  ApiObject,
  Caller,
  DeleteRequest,
  GetOptions,
  Outcome,
  PatchRequest,
  PostedReviewOptions,
  WriteAnswer,
  WriteRequest,
} from '@keelson/registry';
import type { Status } from '@keelson/meta';
import type { BodyRecipe, DocumentsRecipe, Recipe, WrittenDocuments } from '@keelson/surface';

/** A place, with its resource by name: both sides have declarations of their own. */
export interface PlaceName {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** An object of the watch cache, with its resourceVersion in its bytes. */
export interface VersionCopy {
  readonly key: string;
  readonly revision: number;
  readonly value: Uint8Array;
  /** Absent where the bytes are stored as they are here. */
  readonly isConformed?: boolean;
}

/** The definition of the custom resource that a job is about: a worker declares it first, if it has not yet. */
export interface DefinitionCopy {
  readonly name: string;
  readonly definition: VersionCopy;
}

/** A call of the registry. */
export interface RegistryJob {
  readonly kind: 'registry';
  readonly defined?: DefinitionCopy | undefined;
  readonly place: PlaceName;
  readonly call: RegistryCall;
  /** The object at the place as the watch cache has it, which saves the worker a call. */
  readonly current?: VersionCopy | undefined;
}

export type RegistryCall =
  | { readonly verb: 'get'; readonly options: GetOptions }
  | { readonly verb: 'create' | 'update'; readonly request: WriteRequest }
  | { readonly verb: 'patch'; readonly request: PatchRequest }
  | { readonly verb: 'delete'; readonly request: DeleteRequest }
  | { readonly verb: 'releaseNamespace'; readonly revision: number };

/** An object in another representation. */
export interface EncodeJob {
  readonly kind: 'encode';
  readonly defined?: DefinitionCopy | undefined;
  readonly recipe: Recipe;
  readonly object: VersionCopy;
}

/** Prints the body of a request for the audit log. */
export interface PrintJob {
  readonly kind: 'print';
  readonly defined?: DefinitionCopy | undefined;
  readonly recipe: BodyRecipe;
  readonly bytes: Uint8Array;
}

/** Documents of OpenAPI. */
export interface DocumentsJob {
  readonly kind: 'documents';
  readonly defined: readonly DefinitionCopy[];
  readonly recipe: DocumentsRecipe;
}

export type Job = RegistryJob | EncodeJob | PrintJob | DocumentsJob;

/** The result of each kind of job. */
export interface Results {
  readonly registry: RegistryResult;
  readonly encode: Uint8Array;
  /** Undefined for an object that cannot be read. */
  readonly print: string | undefined;
  readonly documents: WrittenDocuments;
}

export type ResultOf<J extends Job> = Results[J['kind']];

/** An object of an answer. `known`: the main thread handed it out, or stored it, and has it. */
export type AnswerObject =
  | { readonly kind: 'known'; readonly key: string; readonly revision: number }
  | ({ readonly kind: 'copy' } & VersionCopy);

/** The form of an answer: that of the stored object, of the bodies of the place, or a Status. */
export type FormName = 'stored' | 'body' | 'status';

/** The answer of any verb; fields of other verbs are absent. */
export interface RegistryAnswer {
  readonly object?: { readonly object: AnswerObject; readonly form: FormName } | undefined;
  readonly status?: Status | undefined;
  readonly isCreated?: boolean | undefined;
  readonly isAccepted?: boolean | undefined;
  /** The number of objects left in a namespace. */
  readonly remaining?: number | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly annotations?: WriteAnswer['annotations'];
}

export type RegistryResult = Outcome<RegistryAnswer>;

export type JobResult = ResultOf<Job>;

/** A review on its way back from the worker to the main thread, which answers it. */
export interface PostedReviewCopy {
  readonly place: PlaceName;
  readonly object: ApiObject;
  readonly caller: Caller;
  readonly options: PostedReviewOptions;
}
