/** The load of this process since the last call: the share of a core, and of the time of its event loop. */

export interface ProcessLoad {
  readonly cpu: number;
  readonly eventLoop: number;
  readonly residentBytes: number;
}

export function createLoadReader(): () => ProcessLoad {
  let before = { cpu: process.cpuUsage(), at: performance.now(), loop: performance.eventLoopUtilization() };
  return () => {
    const now = { cpu: process.cpuUsage(), at: performance.now(), loop: performance.eventLoopUtilization() };
    const { user, system } = process.cpuUsage(before.cpu);
    const wallUs = Math.max((now.at - before.at) * 1_000, 1);
    const { utilization } = performance.eventLoopUtilization(now.loop, before.loop);
    before = now;
    return {
      cpu: rounded((user + system) / wallUs),
      eventLoop: rounded(utilization),
      residentBytes: process.memoryUsage.rss(),
    };
  };
}

function rounded(share: number): number {
  return Math.round(share * 1_000) / 1_000;
}
