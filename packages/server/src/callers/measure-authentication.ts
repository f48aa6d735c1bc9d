/** Metrics of authentication: attempts by their result and how long they took, and requests by kinds of user names. */
import type { Authenticate } from '@keelson/auth';
import type { UserInfo } from '@keelson/meta';
import { isPromise, type Metrics } from '@keelson/telemetry';

const buckets = [
  0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.024, 2.048, 4.096, 8.192, 16.384,
];

export function measureAuthentication(authenticate: Authenticate, metrics: Metrics): Authenticate {
  const count = createCounts(metrics);
  return (credentials) => {
    const startedAt = performance.now();
    const found = authenticate(credentials);
    if (!isPromise(found)) {
      count(found, startedAt);
      return found;
    }
    return found.then(
      (user) => {
        count(user, startedAt);
        return user;
      },
      (error: unknown) => {
        count('error', startedAt);
        throw error;
      },
    );
  };
}

type Result = 'success' | 'failure' | 'error';

function createCounts(metrics: Metrics): (found: UserInfo | 'error' | undefined, startedAt: number) => void {
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
  return (found, startedAt) => {
    const result = found === undefined ? 'failure' : found === 'error' ? 'error' : 'success';
    byResult[result].attempts.add();
    byResult[result].durations.observe((performance.now() - startedAt) / 1000);
    if (found === undefined || found === 'error') return;
    const { name: username } = found;
    if (knownNames.has(username)) byName.known.add({ username });
    else byName[username.includes('@') ? 'email' : 'other'].add();
  };
}

/** User names are without number; these few have a value of their own, as clients of these metrics know them. */
const knownNames = new Set(['admin', 'client', 'kube_proxy', 'kubelet', 'system:serviceaccount:kube-system:default']);
