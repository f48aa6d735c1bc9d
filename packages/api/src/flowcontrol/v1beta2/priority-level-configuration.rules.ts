/** The rules for PriorityLevelConfigurations, in all versions. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';
import { allMetadata, keepMetadata } from '../../rules/keep-metadata.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { conditionRules, validateConditions } from './conditions.rules.ts';
import { mandatoryPriorityLevels } from './mandatory.ts';
import {
  PriorityLevelConfigurationStatus,
  type LimitedPriorityLevelConfiguration,
  type LimitResponse,
  type PriorityLevelConfiguration,
} from './priority-level-configuration.ts';
import { validateQueuing } from './queuing.rules.ts';

export const priorityLevelRules = [
  'type is Exempt for the level named exempt, and Limited for all others.',
  'limited is there when and only when type is Limited; queuing when and only when the response is Queue.',
  'Shares, queues, hand size and queue length are positive, and there are at most 10 million queues.',
  'A hand is not larger than the number of queues, and dealing it takes at most 60 bits of the hash.',
  'The specs of exempt and catch-all are fixed.',
  ...conditionRules,
  'The status is written through its subresource alone, which leaves labels, annotations, finalizers and owner references.',
];

const forStatus = statusHooks(PriorityLevelConfigurationStatus);

export const priorityLevelHooks: ResourceHooks<PriorityLevelConfiguration> = {
  ...forStatus,
  prepareForStatusUpdate(object, old) {
    forStatus.prepareForStatusUpdate(object, old);
    keepMetadata(object, old, allMetadata);
  },
  validateCreate: validatePriorityLevel,
  validateUpdate: (object, _old, report) => validatePriorityLevel(object, report),
  validateStatusUpdate: (object, _old, report) => validateConditions(object, report),
};

function validatePriorityLevel(object: PriorityLevelConfiguration, report: Report): void {
  const { name = '' } = object.metadata;
  report.within('spec', () => validateSpec(object.spec, name, report));
  const fixed = mandatoryPriorityLevels.get(name);
  if (fixed !== undefined && !isSame(object.spec, fixed)) {
    report.invalid('spec', object.spec, `spec of '${name}' must equal the fixed value`);
  }
  validateConditions(object, report);
}

function validateSpec({ type, limited }: PriorityLevelConfiguration['spec'], name: string, report: Report): void {
  if ((name === 'exempt') !== (type === 'Exempt')) {
    report.invalid('type', type, "type must be 'Exempt' if and only if name is 'exempt'");
  }
  switch (type) {
    case 'Exempt':
      if (limited !== undefined) report.forbidden('limited', 'must be nil if the type is not Limited');
      break;
    case 'Limited':
      if (limited === undefined) report.required('limited', 'must not be empty when type is Limited');
      else report.within('limited', () => validateLimited(limited, report));
      break;
    default:
      report.notSupported('type', type, ['Exempt', 'Limited']);
  }
}

function validateLimited(limited: LimitedPriorityLevelConfiguration, report: Report): void {
  const { assuredConcurrencyShares: shares, limitResponse } = limited;
  if (shares <= 0) report.invalid('assuredConcurrencyShares', shares, 'must be positive');
  report.within('limitResponse', () => validateResponse(limitResponse, report));
}

/** The type that the messages speak of is Queue. */
function validateResponse({ type, queuing }: LimitResponse, report: Report): void {
  switch (type) {
    case 'Reject':
      if (queuing !== undefined) {
        report.forbidden('queuing', 'must be nil if limited.limitResponse.type is not Limited');
      }
      break;
    case 'Queue':
      if (queuing === undefined) {
        report.required('queuing', 'must not be empty if limited.limitResponse.type is Limited');
      } else {
        report.within('queuing', () => validateQueuing(queuing, report));
      }
      break;
    default:
      report.notSupported('type', type, ['Queue', 'Reject']);
  }
}
