/** Metrics of authentication: attempts by their result and how long they took, and requests by kinds of user names. */
import type { Authenticate, Credentials } from '@keelson/auth';
import type { UserInfo } from '@keelson/meta';
import { isPromise, type HistogramCell, type Metrics } from '@keelson/telemetry';

const buckets = [
  0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.024, 2.048, 4.096, 8.192, 16.384,
];

/** `filter`: is told how long each authentication took, whatever came of it. */
export function measureAuthentication(
  authenticate: Authenticate,
  metrics: Metrics,
  filter: HistogramCell,
): Authenticate {
  const noteResult = createCounts(metrics);
  const noteCertificate = createExpirations(metrics);
  const count = (found: Found, startedAt: number, { certificate }: Credentials): void => {
    const seconds = (performance.now() - startedAt) / 1000;
    filter.observe(seconds);
    noteResult(found, seconds);
    if (certificate !== undefined && found !== undefined && found !== 'error') noteCertificate(certificate);
  };
  return (credentials) => {
    const startedAt = performance.now();
    const found = authenticate(credentials);
    if (!isPromise(found)) {
      count(found, startedAt, credentials);
      return found;
    }
    return found.then(
      (user) => {
        count(user, startedAt, credentials);
        return user;
      },
      (error: unknown) => {
        count('error', startedAt, credentials);
        throw error;
      },
    );
  };
}

type Result = 'success' | 'failure' | 'error';

type Found = UserInfo | 'error' | undefined;

function createCounts(metrics: Metrics): (found: Found, seconds: number) => void {
  const attempts = metrics.counter({
    name: 'authentication_attempts',
    help: 'Counter of authenticated attempts.',
    labels: ['result'],
    stability: 'ALPHA',
  });
  const durations = metrics.histogram({
    name: 'authentication_duration_seconds',
    help: 'Authentication duration in seconds broken out by result.',
    labels: ['result'],
    stability: 'ALPHA',
    buckets,
  });
  const requests = metrics.counter({
    name: 'authenticated_user_requests',
    help: 'Counter of authenticated requests broken out by username.',
    labels: ['username'],
    stability: 'ALPHA',
  });
  const cellsOf = (result: Result) => ({ attempts: attempts.with({ result }), durations: durations.with({ result }) });
  const byResult = { success: cellsOf('success'), failure: cellsOf('failure'), error: cellsOf('error') };
  const byName = {
    known: requests,
    email: requests.with({ username: 'email_id' }),
    other: requests.with({ username: 'other' }),
  };
  return (found, seconds) => {
    const result = found === undefined ? 'failure' : found === 'error' ? 'error' : 'success';
    byResult[result].attempts.add();
    byResult[result].durations.observe(seconds);
    if (found === undefined || found === 'error') return;
    const { name: username } = found;
    if (knownNames.has(username)) byName.known.add({ username });
    else byName[username.includes('@') ? 'email' : 'other'].add();
  };
}

/** User names are without number; these few have a value of their own, as clients of these metrics know them. */
const knownNames = new Set(['admin', 'client', 'kube_proxy', 'kubelet', 'system:serviceaccount:kube-system:default']);

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

function createExpirations(metrics: Metrics): (certificate: NonNullable<Credentials['certificate']>) => void {
  const remaining = metrics
    .histogram({
      name: 'apiserver_client_certificate_expiration_seconds',
      help: 'Distribution of the remaining lifetime on the certificate used to authenticate a request.',
      stability: 'ALPHA',
      buckets: [
        ...[0, 30 * minute, hour, 2 * hour, 6 * hour, 12 * hour],
        ...[day, 2 * day, 4 * day, 7 * day, 30 * day, 90 * day, 180 * day, 360 * day],
      ],
    })
    .with({});
  return (certificate) => {
    if (certificate === 'untrusted' || certificate.expiresAtMs === undefined) return;
    remaining.observe((certificate.expiresAtMs - Date.now()) / 1000);
  };
}
