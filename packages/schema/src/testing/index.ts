/** What tests of declarations and their readers build on; nothing a server needs, so an entrance of its own. */
export * from './arbitrary-object.ts';
export * from './growth.ts';
export * from '../protobuf/conformance/read-proto-files.ts';
export * from '../validate/conformance/check-with-json-schema.ts';
