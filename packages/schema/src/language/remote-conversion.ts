/** Conversion by another server: a kind of which the API server itself knows no way from one version to another. */

/** Objects as plain JSON, without a resourceVersion. They are not changed. */
export interface RemoteConversionRequest {
  readonly objects: readonly object[];
  /** The group and version of all of them. */
  readonly from: string;
  readonly to: string;
}

export type RemotelyConverted =
  /** In the same order, each with the name, namespace and uid that it had. What their schema lacks is still in them. */
  | { readonly ok: true; readonly objects: readonly object[] }
  /** In the words of 1.24, ready for a Status. `isAnswer`: the server answered, so that fewer objects may fare better. */
  | { readonly ok: false; readonly message: string; readonly isAnswer: boolean };

/** One for each declaration. Never rejects, and ends within a limit of time. */
export type ConvertRemotely = (request: RemoteConversionRequest) => Promise<RemotelyConverted>;
