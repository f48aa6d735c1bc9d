/** The condition of API services that this server answers itself. */
import type { APIServiceCondition } from './api-service.ts';

export function localCondition(lastTransitionTime: string | null): APIServiceCondition {
  return {
    type: 'Available',
    status: 'True',
    lastTransitionTime,
    reason: 'Local',
    message: 'Local APIServices are always available',
  };
}
