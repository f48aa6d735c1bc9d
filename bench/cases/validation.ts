/** Validation of new objects of the kinds that are written most: a create without decoding and storing. */
import { createApiScheme } from '@keelson/api';
import { validateNewObject } from '@keelson/meta';
import { applyDefaults, decodeJson, type JsonValue, type Resource } from '@keelson/schema';

import type { BenchCase } from '../bench-case.ts';

const scheme = createApiScheme();
const labels = { app: 'web', tier: 'front' };

const container = {
  name: 'web',
  image: 'registry.example.com/web:1.2.3',
  command: ['/bin/web', '--verbose'],
  ports: [{ name: 'http', containerPort: 8080 }],
  env: [
    { name: 'MODE', value: 'production' },
    { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
  ],
  resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '500m', memory: '128Mi' } },
  volumeMounts: [{ name: 'settings', mountPath: '/etc/web' }],
  livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 10 },
};
const podSpec = {
  containers: [container],
  volumes: [{ name: 'settings', configMap: { name: 'web' } }],
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'web', effect: 'NoSchedule' }],
  securityContext: { runAsNonRoot: true, fsGroup: 1000 },
};
const metadata = { name: 'web', namespace: 'default', labels, annotations: { 'example.com/owner': 'team' } };

const warmUps = 5_000;

function validationOf(group: string, kind: string, body: JsonValue, atMostMicroseconds: number): BenchCase {
  const known = scheme.resourceOfKind({ group, version: 'v1', kind });
  if (known === undefined) throw new Error(`${kind} is not declared`);
  const object = decode(known, body);
  const issues = validateNewObject(known, object);
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  // Warm-up: otherwise the first kind is charged for what V8 compiles meanwhile.
  for (let warm = 0; warm < warmUps; warm++) validateNewObject(known, object);
  return {
    kind: 'cpu',
    name: `validate a new ${kind}`,
    subject: () => Promise.resolve(validateNewObject(known, object)),
    atMostMs: atMostMicroseconds / 1000,
  };
}

function decode(resource: Resource, body: JsonValue): Parameters<typeof validateNewObject>[1] {
  const decoded = decodeJson(resource.message, body);
  if (!decoded.ok) throw new Error(decoded.message);
  applyDefaults(resource.message, decoded.object);
  return { metadata: {}, ...decoded.object };
}

const template = { metadata: { labels }, spec: podSpec };

export const cases: readonly BenchCase[] = [
  validationOf('', 'Pod', { metadata, spec: podSpec }, 30),
  validationOf('apps', 'Deployment', { metadata, spec: { selector: { matchLabels: labels }, template } }, 40),
];
