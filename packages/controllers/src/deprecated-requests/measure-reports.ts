/** Metrics of reported deprecated requests: how many clients there are for each target, whose number is that of the API. */
import type { DeprecatedRequest } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import type { MetricDefinition, Metrics } from '@keelson/telemetry';

type Target = 'group' | 'removed_release' | 'resource' | 'version';

const clients: MetricDefinition<Target> = {
  name: 'keelson_deprecated_request_clients',
  help: 'Number of reported clients (user and user agent) that asked for a deprecated version, by what they asked for.',
  labels: ['group', 'removed_release', 'resource', 'version'],
  stability: 'ALPHA',
};

const lostReports: MetricDefinition = {
  name: 'keelson_deprecated_request_reports_lost_total',
  help: 'Clients of deprecated versions that are in no report, because there were more of them than are kept.',
  labels: [],
  stability: 'ALPHA',
};

export interface Measured {
  list(): Iterable<CachedObject<DeprecatedRequest>>;
  lost(): number;
}

/** Costs a look at each report for every scrape. */
export function measureReports(metrics: Pick<Metrics, 'counter' | 'gauge'>, { list, lost }: Measured): void {
  let told: readonly LabelValues[] = [];
  metrics.gauge(clients, (gauge) => {
    const targets = collect(list());
    for (const labels of told) gauge.remove(labels);
    for (const { labels, users } of targets) gauge.set(labels, users.size);
    told = targets.map(({ labels }) => labels);
  });
  let counted = 0;
  metrics.counter(lostReports, (counter) => {
    const all = lost();
    counter.add({}, all - counted);
    counted = all;
  });
}

type LabelValues = Readonly<Record<Target, string>>;

interface Clients {
  readonly labels: LabelValues;
  readonly users: Set<string>;
}

function collect(reports: Iterable<CachedObject<DeprecatedRequest>>): Clients[] {
  const byTarget = new Map<string, Clients>();
  for (const { decoded } of reports) {
    if (!decoded.ok) continue;
    const { client, request, removedIn } = decoded.object;
    const { group, version, resource } = request;
    const key = [group, version, resource, removedIn].join('/');
    const known = byTarget.get(key) ?? {
      labels: { group, version, resource, removed_release: removedIn },
      users: new Set(),
    };
    byTarget.set(key, known);
    known.users.add(`${client.user}\u0000${client.userAgent}`);
  }
  return [...byTarget.values()];
}
