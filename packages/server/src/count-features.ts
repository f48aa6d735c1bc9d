/** The metric of feature gates: which stages they are at, and which are on. */
import type { FeatureGateState } from '@keelson/api';
import type { Metrics } from '@keelson/telemetry';

export function countFeatures(metrics: Metrics, features: readonly FeatureGateState[]): void {
  const enabled = metrics.gauge({
    name: 'kubernetes_feature_enabled',
    help: 'This metric records the data about the stage and enablement of a k8s feature.',
    labels: ['name', 'stage'],
    stability: 'ALPHA',
    ofReplica: 'max',
  });
  for (const { name, stage, isSetOn } of features) {
    enabled.set({ name, stage: stage === 'GA' ? '' : stage.toUpperCase() }, isSetOn ? 1 : 0);
  }
}
