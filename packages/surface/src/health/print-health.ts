/** Prints the report of a health endpoint. The reason of a failure goes to the log, never to the client. */
import type { CheckResult, HealthEndpoint } from './health.ts';

export interface HealthReport {
  readonly endpoint: HealthEndpoint;
  /** All checks of the endpoint, in order. */
  readonly names: readonly string[];
  readonly excluded: ReadonlySet<string>;
  readonly results: readonly CheckResult[];
}

export function isHealthy({ results }: HealthReport): boolean {
  return results.every(({ failure, isCounted }) => failure === undefined || !isCounted);
}

export function printHealth(report: HealthReport): string {
  const { endpoint, names, excluded, results } = report;
  const failed = new Map(results.filter(({ failure }) => failure !== undefined).map((result) => [result.name, result]));
  const lines = names.map((name) => {
    if (excluded.has(name)) return `[+]${name} excluded: ok`;
    const result = failed.get(name);
    if (result === undefined) return `[+]${name} ok`;
    return `[-]${name} failed: reason withheld${result.isCounted ? '' : ' (not counted)'}`;
  });
  const unmatched = [...excluded].filter((name) => !names.includes(name)).sort();
  if (unmatched.length > 0) {
    const quoted = unmatched.map((name) => JSON.stringify(name)).join(', ');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${quoted}`);
  }
  return `${[...lines, `${endpoint} check ${isHealthy(report) ? 'passed' : 'failed'}`].join('\n')}\n`;
}
