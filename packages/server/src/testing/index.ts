/** What tests of servers share. */
export { serveInProcess } from '../heavy/testing/serve-in-process.ts';
