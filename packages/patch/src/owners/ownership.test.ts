import { describe } from '@jest/globals';

import { runScenarios } from '../testing/run-scenarios.ts';

describe('who owns what', () => {
  runScenarios(
    'ConfigMap',
    `
- does: gives the applier what it applies, and nothing that names the object
  steps: [{apply: {metadata: {name: a, namespace: x, labels: {l: "1"}}, data: {k: v}}}]
  object: {metadata: {namespace: x, labels: {l: "1"}}, data: {k: v}}
  owners: {m: .data.k .metadata.labels.l}
- does: gives the creator what it creates, together with the maps that it is in
  steps: [{create: {data: {k: v}}, by: tool}]
  owners: {(tool): .data .data.k}
- does: gives a writer that changes a value that value, and leaves the map to whom made it
  steps: [{create: {data: {k: v, l: v}}, by: one}, {update: {data: {k: w, l: v}}, by: two}]
  owners: {(one): .data .data.l, (two): .data.k}
- does: takes fields from their owner when they are removed
  steps: [{create: {data: {k: v, l: v}}, by: one}, {mergePatch: {data: {k: null}}, by: two}]
  owners: {(one): .data .data.l}
- does: forgets an owner who is left with nothing
  steps: [{apply: {data: {k: v}}}, {update: {data: {k: w}}, by: two}]
  owners: {(two): .data.k}
- does: gives nothing to a writer who changes nothing
  steps: [{create: {data: {k: v}}, by: one}, {update: {data: {k: v}}, by: two, isNothing: true}]
  owners: {(one): .data .data.k}
- does: lets a merge patch that changes nothing change nothing
  steps: [{create: {data: {k: v}}, by: one}, {mergePatch: {data: {k: v, none: null}}, by: two, isNothing: true}]
  owners: {(one): .data .data.k}
- does: keeps the entries of one manager apart by operation
  steps: [{apply: {data: {k: v}}}, {mergePatch: {data: {l: w}}}]
  owners: {m: .data.k, (m): .data.l}
- does: joins the updates of one manager in one entry
  steps: [{create: {data: {k: v}}}, {mergePatch: {data: {l: w}}}, {mergePatch: {metadata: {labels: {x: yy}}}}]
  owners: {(m): .data .data.k .data.l .metadata.labels .metadata.labels.x}
- does: tells items of a set by their values
  steps: [{create: {metadata: {finalizers: [example.com/x]}}}]
  owners: {(m): '.metadata.finalizers .metadata.finalizers[="example.com/x"]'}
- does: tells owner references by their uid, each of them whole
  steps: [{create: {metadata: {ownerReferences: [{apiVersion: v1, kind: K, name: o, uid: u1}]}}}]
  owners: {(m): '.metadata.ownerReferences .metadata.ownerReferences[uid="u1"]'}
- does: records a generated name, which nobody else could have given
  steps: [{create: {metadata: {generateName: x-}}}]
  owners: {(m): .metadata.generateName}
- does: owns a field that is applied as null
  steps: [{apply: {data: {k: null, l: ""}}}, {apply: {data: null}}]
  object: {}
  owners: {m: .data}
- does: owns an object that is applied empty
  steps: [{apply: {data: {}}}]
  object: {}
  owners: {m: .data}
- does: owns a null among its other fields
  steps: [{apply: {data: {k: v}, immutable: null}}]
  object: {data: {k: v}}
  owners: {m: .immutable .data.k}
- does: calls a writer without a name unknown
  steps: [{create: {data: {k: v}}, by: ""}]
  owners: {(unknown): .data .data.k}
`,
  );
});

describe('clearing and sending managedFields', () => {
  runScenarios(
    'ConfigMap',
    `
- does: forgets all owners when the list holds one empty entry
  steps: [{apply: {data: {k: v}}}, {mergePatch: {metadata: {managedFields: [{}]}}, by: two}]
  object: {data: {k: v}}
  owners: {}
- does: forgets all owners by JSON patch
  steps: [{apply: {data: {k: v}}}, {jsonPatch: [{op: replace, path: /metadata/managedFields, value: [{}]}]}]
  owners: {}
- does: forgets all owners by an update
  steps: [{apply: {data: {k: v}}}, {update: {metadata: {managedFields: [{}]}, data: {k: v}}}]
  owners: {}
- does: forgets all owners when the list is sent empty
  steps: [{apply: {data: {k: v}}}, {update: {metadata: {managedFields: []}, data: {k: v}}}]
  owners: {}
- does: keeps the owners when the list is null or missing
  steps: [{apply: {data: {k: v}}}, {update: {metadata: {managedFields: null}, data: {k: v}}, isNothing: true}]
  owners: {m: .data.k}
- does: does not track an object again before it is applied
  steps: [{apply: {data: {k: v}}}, {mergePatch: {metadata: {managedFields: [{}]}}}, {mergePatch: {data: {k: w}}}]
  owners: {}
- does: gives what was there before the first apply to an entry of that name
  steps:
  - apply: {data: {k: v}}
  - mergePatch: {metadata: {managedFields: [{}]}}
  - {apply: {data: {l: w}}, by: two}
  owners: {two: .data.l, (before-first-apply): .data .data.k}
- does: lets the first apply conflict with what was there before
  steps:
  - apply: {data: {k: v}}
  - mergePatch: {metadata: {managedFields: [{}]}}
  - {apply: {data: {k: w}}, by: two, refused: 'Apply failed with 1 conflict: conflict with "before-first-apply" using test/v1: .data.k'}
- does: takes managers as a client sends them
  steps:
  - create: {data: {k: v}}
  - update: {metadata: {managedFields: [{manager: other, operation: Update, apiVersion: test/v1, fieldsType: FieldsV1, fieldsV1: {'f:data': {'f:k': {}}}}]}, data: {k: v, l: w}}
    by: two
  owners: {(other): .data.k, (two): .data.l}
- does: keeps the owners it has when a client sends some that cannot be read
  steps:
  - create: {data: {k: v}}
  - {mergePatch: {metadata: {managedFields: [{manager: x, operation: Nonsense}]}}, isNothing: true}
  owners: {(m): .data .data.k}
- does: does not take managers through a subresource
  type: Widget
  steps:
  - create: {spec: {color: blue}}
  - {mergePatch: {metadata: {managedFields: [{}]}, status: {phase: p}}, via: status, by: c}
  owners: {(m): .spec.color, (c) via status: .status.phase}
- does: refuses them in what is applied
  steps: [{apply: {metadata: {managedFields: []}}, refused: metadata.managedFields must be nil}]
- does: takes a null in their place in what is applied
  steps: [{apply: {metadata: {managedFields: null}, data: {k: v}}}]
  owners: {m: .data.k}
- does: drops owners of versions that are not served when the object changes
  steps:
  - create: {metadata: {managedFields: [{manager: old, operation: Update, apiVersion: test/v0, fieldsType: FieldsV1, fieldsV1: {'f:data': {'f:k': {}}}}]}, data: {k: v}}
  owners: {(m): .data .data.k}
`,
  );
});

describe('the number of updaters', () => {
  const updates = Array.from({ length: 14 }, (_, index) => `- {mergePatch: {data: {k${index}: v}}, by: u${index}}`);
  const joined = '.data.k0 .data.k1 .data.k2 .data.k3 .data.k4';
  const kept = updates.slice(5).map((_, index) => `(u${index + 5}): .data.k${index + 5}`);
  runScenarios(
    'ConfigMap',
    `
- does: joins the oldest updaters beyond ten, and leaves appliers alone
  steps:
  - {apply: {data: {a: v}}}
  ${updates.join('\n  ')}
  owners: {m: .data.a, (ancient-changes): ${joined}, ${kept.join(', ')}}
`,
  );
});
