/** A Job as people write them: one container with what a careful author sets. */

const container = {
  name: 'report',
  image: 'registry.example.com/tools/report:1.42.0',
  imagePullPolicy: 'IfNotPresent',
  command: ['/usr/bin/report'],
  args: ['--from=yesterday', '--to=today', '--output=/out/report.csv'],
  env: [
    { name: 'DATABASE_HOST', value: 'db.example.com' },
    { name: 'DATABASE_PASSWORD', valueFrom: { secretKeyRef: { name: 'report-db', key: 'password' } } },
    { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
  ],
  resources: { requests: { cpu: '250m', memory: '64Mi' }, limits: { cpu: '1', memory: '256Mi' } },
  volumeMounts: [
    { name: 'out', mountPath: '/out' },
    { name: 'config', mountPath: '/etc/report', readOnly: true },
  ],
  livenessProbe: { httpGet: { path: '/healthz', port: 8080 }, initialDelaySeconds: 5, periodSeconds: 10 },
  securityContext: { runAsNonRoot: true, readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
};

const labels = { app: 'report', team: 'numbers', 'controller-uid': '6e3f', 'job-name': 'report-20300102' };

export const jobText = JSON.stringify({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {
    name: 'report-20300102',
    namespace: 'numbers',
    uid: '6e3f0d9c-1f2a-4a7e-9d0f-3d8f5c1b2a34',
    labels,
    annotations: { 'example.com/owner': 'numbers@example.com', 'example.com/run': '20300102' },
  },
  spec: {
    backoffLimit: 2,
    completions: 1,
    parallelism: 1,
    ttlSecondsAfterFinished: 86400,
    template: {
      metadata: { labels },
      spec: {
        restartPolicy: 'Never',
        serviceAccountName: 'report',
        containers: [container],
        volumes: [
          { name: 'out', emptyDir: { sizeLimit: '1Gi' } },
          { name: 'config', configMap: { name: 'report-config' } },
        ],
        nodeSelector: { 'example.com/pool': 'batch' },
        tolerations: [{ key: 'example.com/batch', operator: 'Exists', effect: 'NoSchedule' }],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'arch', operator: 'In', values: ['amd64', 'arm64'] }] }],
            },
          },
        },
      },
    },
  },
});
