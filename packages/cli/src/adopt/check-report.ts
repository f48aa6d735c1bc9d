/** The findings of a check of a store: counts by resource, and a bounded list of what is not understood. */
export interface StoredForm {
  readonly apiVersion: string;
  readonly mediaType: string;
  /** `aescbc:v1:key1`; empty for plain values. */
  readonly encryption: string;
  objects: number;
}

export interface ResourceCount {
  readonly resource: string;
  objects: number;
  bytes: number;
  /** Objects that cannot be read. */
  unreadable: number;
  /** Objects with fields that are unknown here. */
  withUnknownFields: number;
  readonly forms: StoredForm[];
}

export interface CheckFinding {
  readonly key: string;
  readonly reason: string;
}

export interface RangeFinding {
  readonly name: string;
  /** `10.0.0.0/24`, `30000-32767`. */
  readonly range: string;
  readonly taken: number;
}

export interface UnknownFolder {
  readonly folder: string;
  keys: number;
}

export interface CheckReport {
  readonly engine: string;
  readonly prefix: string;
  readonly revision: number;
  readonly keys: number;
  readonly bytes: number;
  readonly resources: readonly ResourceCount[];
  readonly ranges: readonly RangeFinding[];
  /** The addresses of API servers that are alive. */
  readonly apiServers: readonly string[];
  /** Those of them that are a kube-apiserver. */
  readonly kubeApiServers: readonly string[];
  /** Keys that this server keeps for itself. */
  readonly ownKeys: number;
  /** The first ones; `notUnderstoodCount` counts all. */
  readonly notUnderstood: readonly CheckFinding[];
  readonly notUnderstoodCount: number;
  readonly unknown: readonly UnknownFolder[];
  /** The flags of `keelson serve` that fit the store. */
  readonly flags: readonly string[];
  /** Troubles of the servers that are alive, though everything is understood here. */
  readonly warnings: readonly string[];
  readonly isUnderstood: boolean;
}
