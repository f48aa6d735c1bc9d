/** Test helpers for servers. */
export { serveInProcess } from '../heavy/testing/serve-in-process.ts';
