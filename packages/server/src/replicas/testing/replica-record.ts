/** Records of replicas for tests: those whose keys were named by a flag. */
import { parseReplicaRecord, type ReplicaRecord } from '../replica-record.ts';

export function replicaRecord(
  identity: string,
  joinedRevision: number,
  tokenKeys: Partial<ReplicaRecord['tokenKeys']>,
): ReplicaRecord {
  const record = parseReplicaRecord({ identity, joinedRevision });
  if (record === undefined) throw new Error('no record');
  return { ...record, tokenKeys: { signing: '', verifying: [], isConfigured: true, ...tokenKeys } };
}
