import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update, updateStatus } from '../../testing/admit.ts';
import { volumeAttachments } from './volume-attachment.resource.ts';

const spec = { attacher: 'csi.example.com', source: { persistentVolumeName: 'pv' }, nodeName: 'n' };

function make(fields: object = {}) {
  return create(volumeAttachments, { metadata: { name: 'a' }, spec: { ...spec, ...fields } });
}

describe('VolumeAttachment', () => {
  it('begins unattached, whatever is written', () => {
    const body = { metadata: { name: 'a' }, spec, status: { attached: true } };
    expect(create(volumeAttachments, body).object['status']).toEqual({ attached: false });
    expect(update(volumeAttachments, make().object, body).object['status']).toEqual({ attached: false });
  });

  it('names its driver', () => {
    expect(make().issues).toEqual([]);
    expect(causesOf(make({ attacher: '' })).slice(0, 2)).toEqual([
      'spec.attacher: Required value',
      'spec.attacher: Required value',
    ]);
  });

  it('has exactly one source', () => {
    const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
    expect(causesOf(make({ source: {} }))).toEqual([`spec.source: Required value: ${detail}`]);
    expect(causesOf(make({ source: { persistentVolumeName: 'pv', inlineVolumeSpec: {} } }))[0]).toBe(
      `spec.source: Forbidden: ${detail}`,
    );
    expect(causesOf(make({ source: { persistentVolumeName: '' } }))[0]).toBe(
      'spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName',
    );
  });

  it('keeps its spec', () => {
    const changed = { metadata: { name: 'a' }, spec: { ...spec, nodeName: 'm' } };
    expect(causesOf(update(volumeAttachments, make().object, changed))).toEqual([
      expect.stringMatching(/^spec: Invalid value: .*: field is immutable$/),
    ]);
  });

  it('reports errors in at most a kilobyte', () => {
    const report = (message: string) =>
      updateStatus(volumeAttachments, make().object, {
        metadata: { name: 'a' },
        status: { attached: false, attachError: { message } },
      });
    expect(report('x'.repeat(1024)).issues).toEqual([]);
    expect(causesOf(report('x'.repeat(1025)))[0]).toBe(
      'status.attachError.message: Too long: must have at most 262144 bytes',
    );
  });

  it('keeps its labels in a write of the status', () => {
    const { object } = create(volumeAttachments, { metadata: { name: 'a', labels: { a: 'b' } }, spec });
    const written = { ...object, metadata: { ...object.metadata, labels: { a: 'c' }, annotations: { d: 'e' } } };
    volumeAttachments.hooks.prepareForStatusUpdate?.(written as never, object as never);
    expect(written.metadata).toEqual(object.metadata);
  });

  it('is printed with what is attached where', () => {
    const now = new Date('2022-01-02T03:04:05Z');
    const { cells } = tableOf(volumeAttachments).print(make().object, { now });
    expect(cells).toEqual(['a', 'csi.example.com', 'pv', 'n', false, '0s']);
  });
});
