/** What tests of this project and of others build on. */
export * from './laws/every-kind.ts';
