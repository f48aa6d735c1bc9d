/** Rules for ingresses before networking/v1, which let more pass and call the parts of a backend otherwise. */
import { ingressHooksOf } from '../../../networking/v1/ingress.rules.ts';

export const retiredIngressHooks = ingressHooksOf({
  defaultBackend: 'backend',
  serviceName: 'serviceName',
  portName: 'servicePort',
  portNumber: 'servicePort',
  isLenient: true,
});
