/** Defaults of autoscalers of v1. */
import { parseJson } from '@keelson/schema';

interface Autoscaler {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: { targetCPUUtilizationPercentage?: number };
}

const metricsAnnotation = 'autoscaling.alpha.kubernetes.io/metrics';
const usualPercentage = 80;

/** Targets the CPU if no metric is given, neither here nor in the annotation of later versions. */
export function completeAutoscaler({ metadata, spec }: Autoscaler): void {
  const kept = metadata.annotations?.[metricsAnnotation];
  if (kept === undefined || !hasItems(kept)) spec.targetCPUUtilizationPercentage ??= usualPercentage;
}

function hasItems(text: string): boolean {
  const parsed = parseJson(text);
  return parsed.ok && Array.isArray(parsed.value) && parsed.value.length > 0;
}
