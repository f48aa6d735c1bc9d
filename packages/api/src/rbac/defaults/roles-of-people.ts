/** Default cluster roles for users, and those that everyone has. */
import { may, mayOpen } from './notation.ts';
import type { DefaultRole } from './notation.ts';

export const rolesOfPeople: readonly DefaultRole[] = [
  { name: 'cluster-admin', rules: [may('*', '*', '*'), mayOpen('*', '*')], heldBy: ['group system:masters'] },
  { name: 'admin', collects: 'admin' },
  { name: 'edit', partOf: 'admin', collects: 'edit' },
  { name: 'view', partOf: 'edit', collects: 'view' },
  {
    name: 'system:aggregate-to-admin',
    partOf: 'admin',
    rules: [
      may('create', 'localsubjectaccessreviews', 'authorization.{domain}'),
      may(
        'create delete deletecollection get list patch update watch',
        'rolebindings roles',
        'rbac.authorization.{domain}',
      ),
    ],
  },
  {
    name: 'system:aggregate-to-edit',
    partOf: 'edit',
    rules: [
      may('get list watch', 'pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy'),
      may('impersonate', 'serviceaccounts'),
      may('create delete deletecollection patch update', 'pods pods/attach pods/exec pods/portforward pods/proxy'),
      may('create', 'pods/eviction'),
      may(
        'create delete deletecollection patch update',
        'configmaps endpoints events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy',
      ),
      may('create', 'serviceaccounts/token'),
      may(
        'create delete deletecollection patch update',
        'daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale',
        'apps',
      ),
      may('create delete deletecollection patch update', 'horizontalpodautoscalers', 'autoscaling'),
      may('create delete deletecollection patch update', 'cronjobs jobs', 'batch'),
      may(
        'create delete deletecollection patch update',
        'daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale',
        'extensions',
      ),
      may('create delete deletecollection patch update', 'poddisruptionbudgets', 'policy'),
      may('create delete deletecollection patch update', 'ingresses networkpolicies', 'networking.{domain}'),
    ],
  },
  {
    name: 'system:aggregate-to-view',
    partOf: 'view',
    rules: [
      may(
        'get list watch',
        'configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status',
      ),
      may(
        'get list watch',
        'bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status',
      ),
      may('get list watch', 'namespaces'),
      may('get list watch', 'endpointslices', 'discovery.{domain}'),
      may(
        'get list watch',
        'controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status',
        'apps',
      ),
      may('get list watch', 'horizontalpodautoscalers horizontalpodautoscalers/status', 'autoscaling'),
      may('get list watch', 'cronjobs cronjobs/status jobs jobs/status', 'batch'),
      may(
        'get list watch',
        'daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale',
        'extensions',
      ),
      may('get list watch', 'poddisruptionbudgets poddisruptionbudgets/status', 'policy'),
      may('get list watch', 'ingresses ingresses/status networkpolicies', 'networking.{domain}'),
    ],
  },
  {
    name: 'system:basic-user',
    rules: [may('create', 'selfsubjectaccessreviews selfsubjectrulesreviews', 'authorization.{domain}')],
    heldBy: ['group system:authenticated'],
  },
  {
    name: 'system:discovery',
    rules: [mayOpen('/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/')],
    heldBy: ['group system:authenticated'],
  },
  {
    name: 'system:public-info-viewer',
    rules: [mayOpen('/healthz /livez /readyz /version /version/')],
    heldBy: ['group system:authenticated', 'group system:unauthenticated'],
  },
  {
    name: 'system:monitoring',
    rules: [mayOpen('/healthz /healthz/* /livez /livez/* /metrics /readyz /readyz/*')],
    heldBy: ['group system:monitoring'],
  },
  {
    name: 'system:service-account-issuer-discovery',
    rules: [mayOpen('/.well-known/openid-configuration /openid/v1/jwks')],
    heldBy: ['group system:serviceaccounts'],
  },
];
