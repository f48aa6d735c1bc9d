/** Rules for annotations that say something about how a pod runs. */
import type { Report } from '@keelson/schema';

type Annotations = Readonly<Record<string, string>> | undefined;

const mirror = 'kubernetes.io/config.mirror';
const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';

export function validatePodAnnotations(annotations: Annotations, nodeName: string, path: string, report: Report): void {
  const mirrored = valueOf(annotations, mirror);
  if (mirrored !== undefined && nodeName === '') {
    report.invalid(`${path}[${mirror}]`, mirrored, 'must set spec.nodeName if mirror pod annotation is set');
  }
  const cost = valueOf(annotations, deletionCost);
  if (cost !== undefined && !isInt32(cost)) {
    report.invalid(`${path}[${deletionCost}]`, cost, 'must be a 32bit integer');
  }
}

function valueOf(annotations: Annotations, key: string): string | undefined {
  return annotations !== undefined && Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}

/** Without a plus sign and without zeros in front. */
function isInt32(text: string): boolean {
  return /^(0|-?[1-9]\d{0,9})$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;
}
