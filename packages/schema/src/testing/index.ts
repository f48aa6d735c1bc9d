/** What tests of declarations and their readers build on; nothing a server needs, so an entrance of its own. */
export * from './arbitrary-object.ts';
