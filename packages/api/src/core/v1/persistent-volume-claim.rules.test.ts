import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { persistentVolumeClaims } from './persistent-volume-claim.resource.ts';

const aClaimBody = {
  metadata: { name: 'a' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: 'fast',
    volumeMode: 'Filesystem',
    volumeName: 'v',
    selector: { matchLabels: { a: 'b' } },
    dataSource: { kind: 'PersistentVolumeClaim', name: 'n' },
  },
};

const aClaimCases = `
  spec ⇒ spec.accessModes: Required value: at least 1 access mode is required ;; spec.resources[storage]: Required value
  spec.accessModes ⇒ spec.accessModes: Required value: at least 1 access mode is required
  spec.accessModes[0] = "" ⇒ spec.accessModes: Unsupported value: "": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"
  spec.resources ⇒ spec.resources[storage]: Required value
  spec.resources.requests.storage = "0" ⇒ spec.resources[storage]: Invalid value: "0": must be greater than zero
  spec.storageClassName = "A_B" ⇒ spec.storageClassName: Invalid value: "A_B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.volumeMode = "" ⇒ spec.volumeMode: Unsupported value: "": supported values: "Block", "Filesystem"
  spec.selector.matchLabels.a = ".." ⇒ spec.selector.matchLabels: Invalid value: "..": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.accessModes = ["ReadWriteOnce","ReadWriteOnce"] ⇒ ok
  spec.accessModes[0] = "ReadWriteMany" ⇒ ok
  spec.resources.requests.storage = "1.5" ⇒ ok
  spec.dataSource.name = "x" ⇒ ok
  spec.accessModes = ["ReadWriteOnce","ReadWriteOncePod"] ⇒ spec.accessModes: Unsupported value: "ReadWriteOncePod": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce" ;; spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes
  spec.dataSourceRef = {"kind":"PersistentVolumeClaim","name":"other"} ⇒ spec: Invalid value: "dataSource": must match dataSourceRef
`;

describe('a claim', () => {
  it('is accepted', () => {
    expect(create(persistentVolumeClaims, aClaimBody).issues).toEqual([]);
  });

  it.each(ruleCases(aClaimCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(persistentVolumeClaims, changeAt(aClaimBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
