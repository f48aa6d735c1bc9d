/** Rollbacks that the annotation of removed versions asks for, over a real store. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { deploymentController } from './deployment-controller.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([deploymentController]);
});

afterEach(async () => {
  await cluster.close();
});

const labels = { app: 'web' };
const templateOf = (image: string) => ({ metadata: { labels }, spec: { containers: [{ name: 'c', image }] } });
const rollbackName = 'deprecated.deployment.rollback.to';
const revisionName = 'deployment.kubernetes.io/revision';

const patch = (change: object) => cluster.mergePatch(cluster.kinds.deployments, 'web', change);
const askFor = (revision: string) => patch({ metadata: { annotations: { [rollbackName]: revision } } });

async function read() {
  const { metadata, spec } = (await cluster.read(cluster.kinds.deployments, 'web')) as Json & {
    readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
    readonly spec: { readonly template: ReturnType<typeof templateOf> };
  };
  return {
    annotations: metadata.annotations ?? {},
    image: spec.template.spec.containers[0]?.image,
    labels: spec.template.metadata.labels,
  };
}

const untilRevision = (revision: string) =>
  until(async () => {
    const found = await read();
    return found.annotations[revisionName] === revision && !(rollbackName in found.annotations) && found;
  });

const eventOf = (wanted: string) =>
  until(async () => (await cluster.list(cluster.kinds.events)).find(({ reason }) => reason === wanted));

/** Revisions 1 and 2, of the images one and two, each with its cause. */
async function createTwoRevisions(): Promise<void> {
  await cluster.create(cluster.kinds.deployments, {
    metadata: { name: 'web', annotations: { cause: 'create' } },
    spec: { replicas: 1, selector: { matchLabels: labels }, template: templateOf('one') },
  });
  await untilRevision('1');
  await patch({ metadata: { annotations: { cause: 'edit' } }, spec: { template: templateOf('two') } });
  await untilRevision('2');
}

describe('a Deployment with the annotation of a rollback', () => {
  it.each([
    ['the revision that it names', '1'],
    ['the last one, for 0', '0'],
  ])('gets the template and the annotations of %s', async (_, revision) => {
    await createTwoRevisions();
    await askFor(revision);
    expect(await untilRevision('3')).toMatchObject({ image: 'one', labels, annotations: { cause: 'create' } });
    expect(await eventOf('DeploymentRollback')).toMatchObject({
      type: 'Normal',
      message: 'Rolled back deployment "web" to revision 1',
    });
  });

  it('stays as it is where there is no such revision', async () => {
    await createTwoRevisions();
    await askFor('7');
    expect(await eventOf('DeploymentRollbackRevisionNotFound')).toMatchObject({
      type: 'Warning',
      message: 'Unable to find the revision to rollback to.',
    });
    expect(await untilRevision('2')).toMatchObject({ image: 'two', annotations: { cause: 'edit' } });
  });

  it('stays as it is where there is no last revision', async () => {
    await cluster.create(cluster.kinds.deployments, {
      metadata: { name: 'web', annotations: { [rollbackName]: '0' } },
      spec: { replicas: 1, selector: { matchLabels: labels }, template: templateOf('one') },
    });
    const { message } = await eventOf('DeploymentRollbackRevisionNotFound');
    expect(message).toBe('Unable to find last revision.');
    await untilRevision('1');
  });

  it('stays as it is where the revision is of its template', async () => {
    await createTwoRevisions();
    await askFor('2');
    expect(await eventOf('DeploymentRollbackTemplateUnchanged')).toMatchObject({
      type: 'Warning',
      message: 'The rollback revision contains the same template as current deployment "web"',
    });
    await untilRevision('2');
  });

  it('waits while it is paused, and ignores what is no number', async () => {
    await createTwoRevisions();
    await patch({ metadata: { annotations: { [rollbackName]: '1' } }, spec: { paused: true, replicas: 2 } });
    await until(async () => {
      const found = await cluster.read(cluster.kinds.deployments, 'web');
      return JSON.stringify(found?.['status']).includes('DeploymentPaused');
    });
    expect(await read()).toMatchObject({ image: 'two', annotations: { [rollbackName]: '1' } });
    await patch({ metadata: { annotations: { [rollbackName]: 'one' } }, spec: { paused: false } });
    await patch({ spec: { template: templateOf('three') } });
    const found = await until(async () => {
      const deployment = await read();
      return deployment.annotations[revisionName] === '3' && deployment;
    });
    expect(found).toMatchObject({ image: 'three', annotations: { [rollbackName]: 'one' } });
  });
});
