/** The events of services that hold addresses and ports which they should not. */
import type { ClaimFault, DescribedFault } from '@keelson/schema';

const advice = 'please recreate service';

export function describeClaimFault(fault: ClaimFault): DescribedFault {
  return fault.claim.range === 'ports' ? describePort(fault) : describeAddress(fault);
}

function describeAddress({ kind, claim: { item }, range }: ClaimFault): DescribedFault {
  const subject = `Cluster IP [${item.includes(':') ? 'IPv6' : 'IPv4'}]:${item}`;
  const component = 'ipallocator-repair-controller';
  switch (kind) {
    case 'unclaimed':
      return { component, reason: 'ClusterIPNotAllocated', message: `${subject} is not allocated; repairing` };
    case 'shared': {
      const message = `${subject} was assigned to multiple services; ${advice}`;
      return { component, reason: 'ClusterIPAlreadyAllocated', message };
    }
    case 'outside': {
      const message = `${subject} is not within the service CIDR ${range}; ${advice}`;
      return { component, reason: 'ClusterIPOutOfRange', message };
    }
  }
}

function describePort({ kind, claim: { item }, range }: ClaimFault): DescribedFault {
  const subject = `Port ${item}`;
  const component = 'portallocator-repair-controller';
  switch (kind) {
    case 'unclaimed':
      return { component, reason: 'PortNotAllocated', message: `${subject} is not allocated; repairing` };
    case 'shared':
      return {
        component,
        reason: 'PortAlreadyAllocated',
        message: `${subject} was assigned to multiple services; ${advice}`,
      };
    case 'outside': {
      const message = `${subject} is not within the port range ${range}; ${advice}`;
      return { component, reason: 'PortOutOfRange', message };
    }
  }
}
