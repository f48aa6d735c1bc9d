/** OpenAPI of the group versions that other servers serve behind this one. */

/** The document of OpenAPI v2 of one server, as it came. The same object until it changes. */
export interface RemoteDocumentV2 {
  /** Of its content. */
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** Paths of other beginnings are left out: `/apis/example.com/v1/`. */
  readonly prefixes: readonly string[];
  /** Called each time it has been merged into the document of this server. */
  readonly noteMerged?: ((seconds: number) => void) | undefined;
}

export interface RemoteDocumentV3 {
  /** As in the index: `apis/example.com/v1`. */
  readonly name: string;
  readonly hash: string;
  /** Asks its server. Undefined if that gives none. Never rejects. */
  readonly read: () => Promise<Buffer | undefined>;
}

/** The same arrays until something changes. */
export interface RemoteOpenapi {
  /** The most preferred group first: what it describes and names is not described again by others. */
  v2(): readonly RemoteDocumentV2[];
  v3(): readonly RemoteDocumentV3[];
}
