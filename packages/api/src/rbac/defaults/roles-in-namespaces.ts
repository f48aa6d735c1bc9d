/** Default roles of system components in the system namespaces. */
import { may, mayRecordEvents } from './notation.ts';
import type { DefaultRole } from './notation.ts';

export const rolesInNamespaces: readonly DefaultRole[] = [
  {
    name: 'system:controller:bootstrap-signer',
    namespace: 'kube-public',
    rules: [may('get list watch', 'configmaps'), may('update', 'configmaps', 'core', 'cluster-info'), mayRecordEvents],
    heldBy: ['account bootstrap-signer'],
  },
  {
    name: 'extension-apiserver-authentication-reader',
    namespace: 'kube-system',
    rules: [may('get list watch', 'configmaps', 'core', 'extension-apiserver-authentication')],
    heldBy: ['user system:kube-controller-manager', 'user system:kube-scheduler'],
    bindingName: 'system::extension-apiserver-authentication-reader',
  },
  {
    name: 'system::leader-locking-kube-controller-manager',
    namespace: 'kube-system',
    rules: [may('watch', 'configmaps'), may('get update', 'configmaps', 'core', 'kube-controller-manager')],
    heldBy: ['user system:kube-controller-manager', 'account kube-controller-manager'],
  },
  {
    name: 'system::leader-locking-kube-scheduler',
    namespace: 'kube-system',
    rules: [may('watch', 'configmaps'), may('get update', 'configmaps', 'core', 'kube-scheduler')],
    heldBy: ['user system:kube-scheduler', 'account kube-scheduler'],
  },
  {
    name: 'system:controller:bootstrap-signer',
    namespace: 'kube-system',
    rules: [may('get list watch', 'secrets')],
    heldBy: ['account bootstrap-signer'],
  },
  {
    name: 'system:controller:cloud-provider',
    namespace: 'kube-system',
    rules: [may('create get list watch', 'configmaps')],
    heldBy: ['account cloud-provider'],
  },
  {
    name: 'system:controller:token-cleaner',
    namespace: 'kube-system',
    rules: [may('delete get list watch', 'secrets'), mayRecordEvents],
    heldBy: ['account token-cleaner'],
  },
];
