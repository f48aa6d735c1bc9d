/** Events about the containers of a pod, with the reasons and messages of kubelet 1.24. */
import type { Resource } from '@keelson/schema';

import { referenceTo, type EventRecorder } from '../../events/event-recorder.ts';
import type { CachedPod } from '../../dependents/pod-facts.ts';
import { wordPullBackoff, wordPullFailure } from './container-statuses.ts';
import type { RunEvent } from './pod-run.ts';
import { deadlineMessage } from './pod-status.ts';

export function recordRun(events: EventRecorder, pod: CachedPod, pods: Resource, happened: readonly RunEvent[]): void {
  for (const each of happened) {
    switch (each) {
      case 'started':
        recordStart(events, pod, pods);
        break;
      case 'backedOff':
        for (const { about } of containersOf(pod, pods)) {
          events.record({ about, type: 'Warning', reason: 'BackOff', message: 'Back-off restarting failed container' });
        }
        break;
      case 'failedToPull':
      case 'backedOffPulling':
        recordFailedPull(events, pod, pods, each);
        break;
      case 'missedDeadline': {
        const about = referenceTo(pods, pod);
        events.record({ about, type: 'Normal', reason: 'DeadlineExceeded', message: deadlineMessage });
      }
    }
  }
}

function recordFailedPull(
  events: EventRecorder,
  pod: CachedPod,
  pods: Resource,
  happened: 'failedToPull' | 'backedOffPulling',
): void {
  for (const { about, image } of containersOf(pod, pods)) {
    const fail = (message: string) => events.record({ about, type: 'Warning', reason: 'Failed', message });
    events.record({ about, type: 'Normal', reason: 'Pulling', message: `Pulling image "${image}"` });
    fail(`Failed to pull image "${image}": ${wordPullFailure(image)}`);
    fail('Error: ErrImagePull');
    if (happened === 'failedToPull') continue;
    events.record({ about, type: 'Normal', reason: 'BackOff', message: wordPullBackoff(image) });
    fail('Error: ImagePullBackOff');
  }
}

export function recordKilling(events: EventRecorder, pod: CachedPod, pods: Resource): void {
  for (const { about, name } of containersOf(pod, pods)) {
    events.record({ about, type: 'Normal', reason: 'Killing', message: `Stopping container ${name}` });
  }
}

function recordStart(events: EventRecorder, pod: CachedPod, pods: Resource): void {
  for (const { about, name, image } of containersOf(pod, pods)) {
    const pulled = `Container image "${image}" already present on machine`;
    events.record({ about, type: 'Normal', reason: 'Pulled', message: pulled });
    events.record({ about, type: 'Normal', reason: 'Created', message: `Created container ${name}` });
    events.record({ about, type: 'Normal', reason: 'Started', message: `Started container ${name}` });
  }
}

function containersOf(pod: CachedPod, pods: Resource) {
  const about = referenceTo(pods, pod);
  return (pod.object.spec.containers ?? []).map(({ name, image = '' }) => ({
    about: { ...about, fieldPath: `spec.containers{${name}}` },
    name,
    image,
  }));
}
