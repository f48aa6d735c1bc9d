/** Group versions as APIServices register them: those of this server, and those that others serve behind it. */

export interface RegisteredVersion {
  readonly group: string;
  readonly version: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
  /** Another server answers for it. */
  readonly isRemote: boolean;
  /** Made by this server for what it serves itself: it is left out once that is served no more. */
  readonly isAutomanaged: boolean;
}

/** The resources of a remote group version, as aggregated discovery lists them. */
export interface RemoteVersion {
  readonly resources: readonly object[];
  /** `Stale`: its server does not answer, and the resources are those of its last answer. */
  readonly freshness: 'Current' | 'Stale';
}

export interface Registrations {
  /** Undefined until those of this server have been made. The same array until something changes. */
  versions(): readonly RegisteredVersion[] | undefined;
  /**
   * By `group/version`. Asks the servers whose last answer is no longer fresh, for some seconds at most. Never rejects. The
   * same map until something changes.
   */
  remoteVersions(): Promise<ReadonlyMap<string, RemoteVersion>>;
}
