export type { CredentialSource, EtcdCredentials } from './credentials.ts';
export {
  etcdClientErrorCodes,
  InexactNumberError,
  isEtcdClientError,
  isTransportError,
  MessageTooLargeError,
  ProtocolError,
  StatusError,
  TransportError,
} from './errors.ts';
export type { EtcdClientError, EtcdClientErrorCode } from './errors.ts';
export type { AdmitCluster } from './grpc/admission.ts';
export { createUnaryClient } from './grpc/unary-client.ts';
export type { CallLimit, UnaryClient, UnaryOptions } from './grpc/unary-client.ts';
export { defaultPingMs, type ConnectionTiming } from './grpc/connect-member.ts';
export { createClusterIdReader } from './cluster-id.ts';
export { decodeRangeResponse, decodeTxnResponse, encodeRangeRequest, encodeTxnRequest } from './kv/messages.ts';
export type {
  KeyCompare,
  KeyValue,
  KeyWrite,
  RangeRequest,
  RangeResponse,
  TxnRequest,
  TxnResponse,
} from './kv/messages.ts';
export { encodeDeleteRangeTxn, encodePut, encodePutBatch, type BatchPut } from './kv/batches.ts';
export {
  decodeLeaseGrant,
  decodeLeaseRenewal,
  encodeCompaction,
  encodeLeaseGrant,
  encodeLeaseId,
} from './kv/leases.ts';
export { decodeDecimal, encodeDecimal } from './protobuf/decimal.ts';
export { exact } from './protobuf/exact.ts';
export type { WatchEvent, WatchKeyValue, WatchCreateRequest, WatchResponse } from './watch/messages.ts';
export { createWatchClient } from './watch/watch-client.ts';
export type { OpenedWatch, WatchClient, WatchHandlers } from './watch/watch-client.ts';
