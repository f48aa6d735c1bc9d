import { expect, it } from '@jest/globals';
import { silentLogger } from '@keelson/telemetry';

import { startKeelson } from '../server/start-keelson.ts';

it('The flags of a manifest for kube-apiserver start the server, which says in its log what they mean here', async () => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
  const keelson = await startKeelson({
    logger,
    flags: [
      '--advertise-address=10.0.0.1',
      '--allow-privileged=true',
      '--authorization-mode=Node,RBAC',
      '--enable-bootstrap-token-auth=true',
      '--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname',
      '--runtime-config=',
      '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
      '--service-cluster-ip-range=10.96.0.0/16',
      '--storage-backend=etcd3',
      '--profiling=false',
    ],
  });
  expect((await keelson.ask('/readyz')).status).toBe(200);
  await keelson.stop();
  const named = warnings.flatMap((text) => /^--([a-z-]+) means nothing here: /.exec(text)?.[1] ?? []);
  expect(named).toEqual(['allow-privileged', 'profiling']);
});

it('The flags of default tolerations say how long pods stay on nodes in trouble', async () => {
  const keelson = await startKeelson({
    flags: ['--default-not-ready-toleration-seconds=7', '--default-unreachable-toleration-seconds=8'],
  });
  const body = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const made = await keelson.ask('/api/v1/namespaces/default/pods', { method: 'POST', body });
  await keelson.stop();
  const { spec } = JSON.parse(made.body) as { spec: { tolerations: { tolerationSeconds: number }[] } };
  expect(spec.tolerations.map(({ tolerationSeconds }) => tolerationSeconds)).toEqual([7, 8]);
});
