/** The test helpers for declarations and their readers. A separate entry point, since no server needs them. */
export * from './arbitrary-object.ts';
export * from './arbitrary-structural.ts';
export * from './custom-kind.ts';
export * from './growth.ts';
export * from './processor-time.ts';
export * from '../protobuf/conformance/read-proto-files.ts';
export * from '../validate/conformance/check-with-json-schema.ts';
