import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { volumeAttachments } from './volume-attachment.resource.ts';

const theVolumeInAnAttachmentBody = {
  metadata: { name: 'a' },
  spec: {
    attacher: 'a.b',
    nodeName: 'n',
    source: { inlineVolumeSpec: { accessModes: ['ReadWriteOnce'], csi: { driver: 'd.e', volumeHandle: 'h' } } },
  },
};

const theVolumeInAnAttachmentCases = `
  spec.attacher ⇒ spec.attacher: Required value ;; spec.attacher: Required value ;; spec.attacher: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.attacher = "A_B" ⇒ spec.attacher: Invalid value: "A_B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.nodeName ⇒ spec.nodeName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.source ⇒ spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName
  spec.source.inlineVolumeSpec = {} ⇒ spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes ;; spec.source.inlineVolumeSpec.accessModes: Required value ;; spec.source.inlineVolumeSpec: Required value: must specify a volume type
  spec.source.inlineVolumeSpec.accessModes ⇒ spec.source.inlineVolumeSpec.accessModes: Required value
  spec.source.inlineVolumeSpec.accessModes[0] = "" ⇒ spec.source.inlineVolumeSpec.accessModes: Unsupported value: "": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"
  spec.source.inlineVolumeSpec.csi ⇒ spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes ;; spec.source.inlineVolumeSpec: Required value: must specify a volume type
  spec.source.inlineVolumeSpec.csi.driver ⇒ spec.source.inlineVolumeSpec.csi.driver: Required value ;; spec.source.inlineVolumeSpec.csi.driver: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.source.inlineVolumeSpec.csi.driver = "A_B" ⇒ spec.source.inlineVolumeSpec.csi.driver: Invalid value: "A_B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.source.inlineVolumeSpec.csi.volumeHandle ⇒ spec.source.inlineVolumeSpec.csi.volumeHandle: Required value
  spec.attacher = "x" ⇒ ok
  spec.nodeName = "x" ⇒ ok
  spec.source.inlineVolumeSpec.accessModes = ["ReadWriteOnce","ReadWriteOnce"] ⇒ ok
  spec.source.inlineVolumeSpec.accessModes[0] = "ReadWriteMany" ⇒ ok
  spec.source.inlineVolumeSpec.csi.driver = "x" ⇒ ok
  spec.source.inlineVolumeSpec.csi.volumeHandle = "x" ⇒ ok
  spec.source.inlineVolumeSpec.capacity = {"storage":"1"} ⇒ spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes
  spec.source.inlineVolumeSpec.claimRef = {"name":"c"} ⇒ spec.source.inlineVolumeSpec.claimRef: Forbidden: may not be specified in the context of inline volumes
  spec.source.inlineVolumeSpec.storageClassName = "c" ⇒ spec.source.inlineVolumeSpec.storageClassName: Forbidden: may not be specified in the context of inline volumes
  spec.source.inlineVolumeSpec.volumeMode = "Block" ⇒ spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes
  spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy = "Delete" ⇒ spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes
  spec.source.inlineVolumeSpec.nodeAffinity = {} ⇒ spec.source.inlineVolumeSpec.nodeAffinity: Forbidden: may not be specified in the context of inline volumes
`;

describe('the volume in an attachment', () => {
  it('has no defaults of volumes', () => {
    const { spec } = create(volumeAttachments, theVolumeInAnAttachmentBody).object;
    expect(spec).toEqual(theVolumeInAnAttachmentBody.spec);
  });

  it('is accepted', () => {
    expect(create(volumeAttachments, theVolumeInAnAttachmentBody).issues).toEqual([]);
  });

  it.each(ruleCases(theVolumeInAnAttachmentCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(volumeAttachments, changeAt(theVolumeInAnAttachmentBody, ruleCase)))).toEqual(
      ruleCase.causes,
    );
  });
});
