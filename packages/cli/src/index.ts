/** The command line as functions, for programs that start a server in their own process. */
export { readKubeconfig } from './client/kubeconfig.ts';
export type { ServerConnection } from './client/kubeconfig.ts';
export { readServeFlags } from './serve/read-serve-flags.ts';
export { flagIntroductions, type FlagIntroduction } from './serve/flag-introductions.ts';
export { serveFlags } from './serve/flags.ts';
export { flagCalendar, idleFlags, removedFlags, type FlagRow } from './serve/idle-flags.ts';
