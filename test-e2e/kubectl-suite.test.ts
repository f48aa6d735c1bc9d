/** The commands of upstream's shell tests of kubectl, area by area, and the sentence that each is expected to print. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import type { RunOptions, Session } from './support/kubectl.ts';

const newHome = useHomes();
// kubectl 1.20 knows neither CronJobs of batch/v1 nor the option that names what is pruned.
const kubectl = findKubectls().findLast(({ version }) => version !== '1.20');
const withKubectl = kubectl === undefined ? describe.skip : describe;
let session: Session;
let folder: string;
beforeAll(async () => {
  const home = await newHome();
  // The flags of the suite: those that mean nothing here have to be taken all the same.
  await home.start(
    '--authorization-mode=RBAC',
    '--enable-admission-plugins=LimitRanger,ResourceQuota',
    '--disable-admission-plugins=ServiceAccount',
    '--runtime-config=api/v1',
    '--storage-media-type=application/json',
    `--cert-dir=${home.folder}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--allow-privileged=true',
    '--advertise-address=192.0.2.7',
    '--external-hostname=localhost',
  );
  if (kubectl === undefined) return;
  ({ folder } = home);
  session = openSession(kubectl, home.kubeconfig, folder);
});

/** Both outputs of a command, whose words are apart by one space. */
async function run(line: string, options: RunOptions = {}): Promise<string> {
  const { out, err } = await session.run(line.split(' '), options);
  return `${out}${err}`;
}
const failing = (line: string, options: RunOptions = {}) => run(line, { ...options, code: 1 });
const create = (object: object, line = 'create -f -') => run(line, { input: JSON.stringify(object) });
const columns = (text: string) => text.replace(/ +/g, ' ');

const containers = [{ name: 'main', image: 'busybox' }];
const pod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { name } },
  spec: { containers },
});
const template = (labels: object) => ({ metadata: { labels }, spec: { containers } });

withKubectl('the commands of upstream’s suite', () => {
  it('core, services: selectors, types, exposing, and Endpoints that go with their Service', async () => {
    const port = { port: 6379, targetPort: 6379 };
    const selector = { app: 'redis' };
    await create({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'redis' }, spec: { ports: [port], selector } });
    expect(await run('set selector services redis role=padawan --dry-run=server')).toContain('server dry run');
    expect(await run('set selector services redis role=padawan')).toContain('selector updated');
    expect(await run('get service redis -o jsonpath={.spec.selector}')).toBe('{"role":"padawan"}');
    expect(await failing('set selector services redis a=b --resource-version=1')).toContain(
      'the object has been modified',
    );
    await create(
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'redis' }, spec: { ports: [port] } },
      'replace -f -',
    );
    expect(await run('patch service redis -p {"spec":{"type":"NodePort"}}')).toContain('patched');
    expect(await run('get service redis -o jsonpath={.spec.ports[0].nodePort}')).toMatch(/^3[0-2]\d{3}$/);
    await run('patch service redis -p {"spec":{"type":"ExternalName","externalName":"a.example.com"}}');
    expect(await run('get service redis -o jsonpath={.spec.clusterIP}')).toBe('');
    await run('delete service redis');
    await run('run web --image=nginx --port=80 --expose');
    expect(await run('expose pod web --port=1000 --target-port=80 --type=NodePort --name=exposed')).toContain(
      'exposed',
    );
    await eventually(async () => expect(await run('get endpoints -o name')).toContain('endpoints/exposed'));
    await run('delete service exposed web');
    await run('delete pod web --now');
    expect(await run('get endpoints -o name')).toBe('endpoints/kubernetes\n');
    expect(await failing('create service clusterip bad --tcp=80 --clusterip=1.2.3.4')).toContain(
      'the provided IP (1.2.3.4) is not in the valid range. The range of valid IPs is 10.0.0.0/24',
    );
  });

  it('core, pods: labels, patches, replacement, deletion', async () => {
    await create(pod('valid-pod'));
    expect(await run('get pods -l name=valid-pod -o name')).toBe('pod/valid-pod\n');
    expect(await run('patch pod valid-pod -p {"spec":{"containers":[{"name":"main","image":"nginx"}]}}')).toContain(
      'patched',
    );
    expect(await failing('patch pod valid-pod -p {"metadata":{"resourceVersion":"1"}}')).toContain('modified');
    expect(await run('label pods valid-pod new=one')).toContain('labeled');
    expect(await failing('label pods valid-pod new=two')).toContain('--overwrite is false');
    const stored = JSON.parse(await run('get pod valid-pod -o json')) as { spec: { containers: { name: string }[] } };
    stored.spec.containers = [{ ...stored.spec.containers[0], name: 'other' }];
    const input = JSON.stringify(stored);
    expect(await failing('replace -f -', { input })).toContain('pod updates may not change fields other than');
    expect(await run('replace --force -f -', { input })).toContain('replaced');
    expect(await run('delete pods -l name=valid-pod --grace-period=0 --force')).toContain('force deleted');
    expect(await run('delete pod valid-pod --ignore-not-found')).toBe('');
    expect(await run('create pdb budget --selector=app=rails --min-available=2')).toContain('created');
    await eventually(async () => expect(columns(await run('get pdb budget'))).toContain('budget 2 N/A 0'));
  });

  it('core, namespaces, quotas and limits', async () => {
    expect(await run('create namespace area --dry-run=server')).toContain('server dry run');
    await run('create namespace area');
    expect(await failing('create namespace area')).toContain('AlreadyExists');
    await run('create quota small -n area --hard=pods=1,cpu=1');
    await eventually(async () =>
      expect(await run('get quota small -n area -o jsonpath={.status.hard.pods}')).toBe('1'),
    );
    const forbidden = await failing('create -n area -f -', { input: JSON.stringify(pod('big')) });
    expect(forbidden).toContain('failed quota: small: must specify cpu for: main');
    expect(await run('describe quota small -n area')).toMatch(/pods +0 +1/);
    expect(await run('delete namespace area')).toContain('deleted');
    expect(await failing('get namespace area')).toContain('NotFound');
  });

  it('apps: roll-outs, their history, scaling and orphans', async () => {
    const labels = { name: 'nginx' };
    const spec = { replicas: 2, selector: { matchLabels: labels }, template: template(labels) };
    await create({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'nginx' }, spec });
    await eventually(async () => expect(await run('get rs -o jsonpath={.items[*].status.replicas}')).toBe('2'));
    expect(await run('set image deployment nginx main=nginx:2')).toContain('image updated');
    await eventually(async () => expect((await run('rollout history deployment nginx')).trim()).toMatch(/\n2 +\S+$/));
    expect(await failing('rollout undo deployment nginx --to-revision=1000000')).toContain(
      'unable to find specified revision',
    );
    expect(await run('rollout undo deployment nginx')).toContain('rolled back');
    expect(await run('get deployment nginx -o jsonpath={.spec.template.spec.containers[0].image}')).toBe('busybox');
    await run('rollout pause deployment nginx');
    expect(await failing('rollout undo deployment nginx')).toContain('paused');
    await run('rollout resume deployment nginx');
    expect(await failing('scale deployment nginx --replicas=1 --current-replicas=5')).toContain(
      'Expected replicas to be 5',
    );
    expect(await run('autoscale deployment nginx --min=2 --max=3')).toContain('autoscaled');
    await run('delete hpa nginx');
    await run('delete deployment nginx --cascade=orphan');
    await eventually(async () => expect(await run('get rs -o jsonpath={.items[*].metadata.ownerReferences}')).toBe(''));
    await run('delete rs --all');
    await eventually(async () => expect(await run('get pods -o name')).toBe(''));
  });

  it('batch: Jobs of CronJobs', async () => {
    const spec = {
      schedule: '59 23 31 2 *',
      jobTemplate: { spec: { template: { spec: { containers, restartPolicy: 'Never' } } } },
    };
    await create({ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'pi' }, spec });
    expect(await run('create job mine --from=cronjob/pi')).toContain('created');
    expect(await run('get job mine -o jsonpath={.metadata.annotations}')).toContain(
      '"cronjob.kubernetes.io/instantiate":"manual"',
    );
    expect(await failing('patch cronjob pi -p {"spec":{"schedule":"bad"}}')).toContain('expected exactly 5 fields');
    await run('delete job,cronjob --all');
  });

  it('certificates, and requests of others', async () => {
    const { requestOfMasters } = await import('./support/certificate-request.ts');
    const request = Buffer.from(requestOfMasters).toString('base64');
    const csr = (name: string) => ({
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name },
      spec: { request, signerName: 'example.com/client', usages: ['client auth'] },
    });
    await create(csr('good'), 'create -f - --as=user1 --as-group=system:masters --as-group=chipmunks');
    expect(await run('get csr good -o jsonpath={.spec.username}:{.spec.groups}')).toBe(
      'user1:["system:masters","chipmunks","system:authenticated"]',
    );
    expect(await run('certificate approve good')).toContain('approved');
    expect(await run('get csr good -o jsonpath={.status.conditions[*].type}')).toBe('Approved');
    await create(csr('bad'));
    expect(await run('certificate deny bad')).toContain('denied');
    await run('delete csr good bad');
    expect(await failing('get pods --as=bob')).toContain('User "bob" cannot list resource "pods"');
  });

  it('custom resources: patches, watches and explanations', async () => {
    const schema = {
      type: 'object',
      properties: { image: { type: 'string' } },
      'x-kubernetes-preserve-unknown-fields': true,
    };
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
    const names = { plural: 'foos', kind: 'Foo', shortNames: ['fo'] };
    await create({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'foos.company.example' },
      spec: { group: 'company.example', scope: 'Namespaced', names, versions },
    });
    await run('wait --for=condition=established crd/foos.company.example --timeout=20s');
    await create({ apiVersion: 'company.example/v1', kind: 'Foo', metadata: { name: 'test' }, image: 'a' });
    expect(await run('patch foos/test --type=merge -p {"patched":"value1"}')).toContain('patched');
    expect(await run('get foos/test -o jsonpath={.patched}')).toBe('value1');
    await run('patch foos/test --type=merge -p {"patched":null}');
    expect(await run('get fo test -o jsonpath={.patched}')).toBe('');
    expect(await failing('patch foos/test --type=strategic -p {"patched":"x"}')).toContain(
      'accepted media types include: application/json-patch+json, application/merge-patch+json',
    );
    expect(await run('explain foos.image')).toContain('image <string>');
    await run('delete crd foos.company.example');
    // From its cache kubectl may still know the resource.
    expect(await failing('get foos')).toMatch(/doesn't have a resource type|could not find the requested resource/);
  });

  it('nodes: taints, cordons and draining', async () => {
    const status = { capacity: { memory: '1Gi' } };
    await create({ apiVersion: 'v1', kind: 'Node', metadata: { name: '127.0.0.1' }, status });
    expect(await run('taint node 127.0.0.1 dedicated=foo:PreferNoSchedule')).toContain('tainted');
    expect(await run('cordon 127.0.0.1')).toContain('cordoned');
    expect(await run('cordon 127.0.0.1')).toContain('already cordoned');
    const lost = { ...pod('lost'), spec: { containers, nodeName: '127.0.0.1' } };
    await create(lost);
    expect(await failing('drain 127.0.0.1')).toContain('cannot delete');
    expect(await run('drain 127.0.0.1 --force --grace-period=0 --timeout=20s')).toContain('drained');
    await run('delete node 127.0.0.1');
    expect(await failing('exec nobody -- date')).toContain('pods "nobody" not found');
    await create(pod('waiting'));
    expect(await failing('exec waiting -- date')).toContain('pod waiting does not have a host assigned');
    expect(await run('debug waiting --image=busybox --attach=false -c dbg')).not.toContain('error');
    expect(await run('get pod waiting -o jsonpath={.spec.ephemeralContainers[*].name}')).toBe('dbg');
    await run('delete pod waiting --now');
  });

  it('version: of the client and of the server, with the commit of its sources', async () => {
    const { out } = await session.run(['version', '-o', 'json']);
    const printed = JSON.parse(out) as Record<string, { readonly gitCommit: string }>;
    const head = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout;
    expect(printed['serverVersion']?.gitCommit).toMatch(head === '' ? /^$/ : /^[0-9a-f]{40}$/);
  });

  it('get: what is not there, and components', async () => {
    expect(await failing('get pods abc')).toContain('Error from server (NotFound): pods "abc" not found');
    expect(await failing('get unknownresource')).toContain("doesn't have a resource type");
    expect(await failing('get pods --field-selector=spec.bogus=x')).toContain('field label not supported: spec.bogus');
    const components = columns(await run('get componentstatuses'));
    expect(components).toContain('controller-manager Healthy ok');
    expect(components).toContain('etcd-0 Healthy {"health":"true"}');
    expect(await failing('get componentstatuses nope')).toContain('Component not found: nope');
    expect(await failing('get --raw /version/nope')).toContain('NotFound');
  });

  it('apply: pruning, forcing, and what was applied last', async () => {
    const configMap = (name: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels: { group: 'prune' } },
    });
    const prune = 'apply --prune -l group=prune --prune-allowlist=core/v1/ConfigMap -f -';
    await create(configMap('a'), prune);
    expect(await create(configMap('b'), prune)).toContain('configmap/a pruned');
    expect(await run('apply view-last-applied configmap b')).toContain('group: prune');
    const spec = (name: string) => ({ selector: { matchLabels: { name } }, template: template({ name }) });
    const deployment = (name: string) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: spec(name),
    });
    await create(deployment('one'), 'apply -f -');
    const input = JSON.stringify(deployment('two'));
    expect(await failing('apply -f -', { input })).toContain('field is immutable');
    expect(await run('apply --force -f -', { input })).toContain('configured');
    await run('delete deployment d');
    await writeFile(join(folder, 'broken.json'), '{"apiVersion":"v1","ind":"Pod"}');
    expect(await failing(`create -f ${join(folder, 'broken.json')}`)).toMatch(/kind not set|'Kind' is missing/);
  });
});
