/**
 * Ingresses of v1beta1 and the stored v1: backends have another form, and a path
 * whose type was left open is one that the controller interprets.
 */
import type { Conversion } from '@keelson/schema';

import type { IngressBackend as ServedBackend } from '../../../networking/v1/ingress-backend.ts';
import type {
  HTTPIngressPath as ServedPath,
  Ingress as ServedIngress,
  IngressRule as ServedRule,
} from '../../../networking/v1/ingress.ts';
import type { HTTPIngressPath, Ingress, IngressBackend, IngressRule } from './ingress.ts';

export const ingressConversion: Conversion<Ingress> = {
  toHub({ spec, ...others }): ServedIngress {
    const { backend, rules, ...same } = spec;
    return {
      ...others,
      spec: {
        ...same,
        ...(backend && { defaultBackend: toServedBackend(backend) }),
        ...(rules && { rules: rules.map(toServedRule) }),
      },
    };
  },
  fromHub({ spec, ...others }: ServedIngress): Ingress {
    const { defaultBackend, rules, ...same } = spec;
    return {
      ...others,
      spec: {
        ...same,
        ...(defaultBackend && { backend: fromServedBackend(defaultBackend) }),
        ...(rules && { rules: rules.map(fromServedRule) }),
      },
    };
  },
};

function toServedRule({ http, ...rule }: IngressRule): ServedRule {
  return http ? { ...rule, http: { paths: http.paths?.map(toServedPath) ?? null } } : rule;
}

function fromServedRule({ http, ...rule }: ServedRule): IngressRule {
  return http ? { ...rule, http: { paths: http.paths?.map(fromServedPath) ?? null } } : rule;
}

function toServedPath({ pathType = 'ImplementationSpecific', backend, ...path }: HTTPIngressPath): ServedPath {
  return { ...path, pathType, backend: toServedBackend(backend) };
}

function fromServedPath({ pathType, backend, ...path }: ServedPath): HTTPIngressPath {
  return { ...path, ...(pathType !== null && { pathType }), backend: fromServedBackend(backend) };
}

function toServedBackend({ serviceName = '', servicePort, ...backend }: IngressBackend): ServedBackend {
  if (serviceName === '' && !servicePort) return backend;
  return { service: { name: serviceName, port: portOf(servicePort) }, ...backend };
}

function portOf(port: number | string): NonNullable<ServedBackend['service']>['port'] {
  if (!port) return {};
  return typeof port === 'number' ? { number: port } : { name: port };
}

function fromServedBackend({ service, ...backend }: ServedBackend): IngressBackend {
  if (!service) return { servicePort: 0, ...backend };
  const { name, port } = service;
  return { ...(name !== '' && { serviceName: name }), servicePort: port.name ?? port.number ?? 0, ...backend };
}
