/** Requests that are in no flow: they take no seat, and wait for nobody. */
import { isLongRunning, type RequestAttributes } from '@keelson/meta';

const profilingPath = '/debug/pprof/';

/** True of those that last as long as their client likes, but watches: they take a turn while they begin. */
export function isInNoFlow(attributes: RequestAttributes): boolean {
  if (attributes.kind === 'path') return attributes.path.startsWith(profilingPath);
  return isLongRunning(attributes);
}
