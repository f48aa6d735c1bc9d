/** Metrics of the logs of pods: whether the kubelets that they come from are verified. */
import type { Metrics } from '@keelson/telemetry';

export interface LogMetrics {
  /** To be called for each log that is asked for. */
  noteUsage(skipsVerification: boolean): void;
  /** The certificate of a kubelet does not hold. */
  noteUntrusted(): void;
}

export function createLogMetrics(metrics: Pick<Metrics, 'counter'>): LogMetrics {
  const usage = metrics.counter({
    name: 'kube_apiserver_pod_logs_pods_logs_insecure_backend_total',
    help: 'Total number of requests for pods/logs sliced by usage type: enforce_tls, skip_tls_allowed, skip_tls_denied',
    labels: ['usage'],
    stability: 'ALPHA',
  });
  const failures = metrics.counter({
    name: 'kube_apiserver_pod_logs_pods_logs_backend_tls_failure_total',
    help: 'Total number of requests for pods/logs that failed due to kubelet server TLS verification',
    stability: 'ALPHA',
  });
  return {
    noteUsage: (skipsVerification) => usage.add({ usage: skipsVerification ? 'skip_tls_allowed' : 'enforce_tls' }),
    noteUntrusted: () => failures.add({}),
  };
}
