/** For tests of what stands on the watch cache. */
export { createFakeClock } from './fake-clock.ts';
export type { FakeClock } from './fake-clock.ts';
