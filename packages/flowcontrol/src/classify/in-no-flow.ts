/** Requests that are in no flow: they take no seat, and wait for nobody. */
import { isLongRunning, type RequestAttributes } from '@keelson/meta';

const profilingPath = '/debug/pprof/';

/** What lasts as long as its client likes, but watches: those take a turn while they begin. */
export function isInNoFlow(attributes: RequestAttributes): boolean {
  if (attributes.kind === 'path') return attributes.path.startsWith(profilingPath);
  return isLongRunning(attributes);
}
