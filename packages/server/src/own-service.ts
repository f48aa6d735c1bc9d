/** Options of the Service `kubernetes`, through which pods reach this API, from the configuration. */
import type { ClusterRanges } from '@keelson/registry';

import { advertisedAddress } from './advertised-address.ts';
import type { ServerConfiguration } from './configuration.ts';
import type { OwnServiceOptions } from './run-controllers.ts';

type Configuration = Pick<ServerConfiguration, 'services' | 'serving' | 'logger'>;

export function ownServiceOf(
  { services: { own }, serving: { bindAddress }, logger }: Configuration,
  { addresses }: Pick<ClusterRanges, 'addresses'>,
): OwnServiceOptions {
  const { advertised, nodePort, reconciler, apiServerCount } = own;
  const address = advertisedAddress(advertised, bindAddress);
  if (address === undefined && reconciler !== 'none') {
    logger.info('This server has no address that others reach it at: the Service of the API has no endpoints', {
      advise: 'set --advertise-address',
    });
  }
  const [primary] = addresses.values();
  return { address, clusterIP: primary?.range.itemAt(0) ?? '', nodePort, reconciler, apiServerCount };
}
