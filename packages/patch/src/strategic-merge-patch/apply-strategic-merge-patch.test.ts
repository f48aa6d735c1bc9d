import { describe, expect, it } from '@jest/globals';
import { parseJson } from '@keelson/schema';

import { runScenarios } from '../testing/run-scenarios.ts';
import { ConfigMap, types } from '../testing/sample-kinds.ts';
import { applyStrategicMergePatch } from './apply-strategic-merge-patch.ts';
import { findRestoreProblem } from './restore-problem.ts';

const pod = (spec: string) => `{spec: {template: {spec: {${spec}}}}}`;

describe('strategic merge patch', () => {
  runScenarios(
    'Deployment',
    `
- does: merges items by their key and keeps the others
  steps:
  - create: ${pod('containers: [{name: c, image: one}, {name: d, image: two}]')}
  - strategicPatch: ${pod('containers: [{name: c, image: other}]')}
  object: ${pod('containers: [{name: c, image: other}, {name: d, image: two}]')}
- does: puts new items before those it does not name
  steps:
  - create: ${pod('containers: [{name: c}, {name: d}]')}
  - strategicPatch: ${pod('containers: [{name: e}]')}
  object: ${pod('containers: [{name: e}, {name: c}, {name: d}]')}
- does: keeps the order of the object where patch and object share items
  steps:
  - create: ${pod('containers: [{name: a}, {name: b}, {name: c}]')}
  - strategicPatch: ${pod('containers: [{name: c, image: x}, {name: a, image: x}]')}
  object: ${pod('containers: [{name: b}, {name: c, image: x}, {name: a, image: x}]')}
- does: deletes an item
  steps:
  - create: ${pod('containers: [{name: c}, {name: d}]')}
  - strategicPatch: ${pod('containers: [{name: d, $patch: delete}]')}
  object: ${pod('containers: [{name: c}]')}
- does: does not mind that an item to delete is not there
  steps:
  - create: ${pod('containers: [{name: c}]')}
  - strategicPatch: ${pod('containers: [{name: z, $patch: delete}]')}
  object: ${pod('containers: [{name: c}]')}
- does: replaces a list
  steps:
  - create: ${pod('containers: [{name: c}, {name: d}]')}
  - strategicPatch: ${pod('containers: [{$patch: replace}, {name: only}]')}
  object: ${pod('containers: [{name: only}]')}
- does: refuses an item without its key
  steps:
  - create: ${pod('containers: [{name: c}]')}
  - strategicPatch: ${pod('containers: [{image: x}]')}
    refused: 'map: map[image:x] does not contain declared merge key: name'
- does: refuses an unknown directive in an item
  steps:
  - create: ${pod('containers: [{name: c}]')}
  - {strategicPatch: ${pod('containers: [{name: c, $patch: nonsense}]')}, refused: 'unknown patch type: nonsense in map: map[$patch:nonsense name:c]'}
  - {strategicPatch: ${pod('containers: [{name: c, $patch: 5}]')}, refused: 'unknown patch type: %!s(int64=5) in map: map[$patch:5 name:c]'}
  - {strategicPatch: ${pod('containers: [{name: c, $patch: merge}]')}, refused: merging lists cannot yet be specified in the patch}
- does: refuses items of different types
  steps:
  - create: {metadata: {finalizers: [e/a]}}
  - {strategicPatch: {metadata: {finalizers: [1]}}, refused: 'list element types are not identical: [[e/a] [1]]'}
- does: refuses lists in lists
  steps:
  - create: {metadata: {finalizers: [e/a]}}
  - {strategicPatch: {metadata: {finalizers: [[x]]}}, refused: lists of lists are not supported}
- does: replaces a map
  steps:
  - create: ${pod('nodeSelector: {a: "1", b: "2"}')}
  - strategicPatch: ${pod('nodeSelector: {$patch: replace, c: "3"}')}
  object: ${pod('nodeSelector: {c: "3"}')}
- does: deletes a map
  steps:
  - create: ${pod('nodeSelector: {a: "1"}')}
  - strategicPatch: ${pod('nodeSelector: {$patch: delete}')}
  object: {}
- does: refuses an unknown directive in a map that is there
  steps:
  - create: ${pod('nodeSelector: {a: "1"}')}
  - {strategicPatch: ${pod('nodeSelector: {$patch: nonsense}')}, refused: 'unknown patch type: nonsense in map: map[$patch:nonsense]'}
- does: takes a directive in a map that is not there as a key
  steps: [{create: {}}, {strategicPatch: ${pod('nodeSelector: {$patch: replace, a: "1"}')}}]
  object: ${pod('nodeSelector: {$patch: replace, a: "1"}')}
- does: merges a map of atomic ownership all the same
  steps:
  - create: ${pod('nodeSelector: {a: "1"}')}
  - strategicPatch: ${pod('nodeSelector: {b: "2"}')}
  object: ${pod('nodeSelector: {a: "1", b: "2"}')}
- does: removes what is null
  steps: [{create: ${pod('nodeSelector: {a: "1", b: "2"}')}}, {strategicPatch: ${pod('nodeSelector: {a: null}')}}]
  object: ${pod('nodeSelector: {b: "2"}')}
- does: makes nothing of a null in what is new
  steps: [{create: {}}, {strategicPatch: ${pod('nodeSelector: {a: null, b: "2"}')}}]
  object: ${pod('nodeSelector: {b: "2"}')}
- does: replaces a list without a strategy
  steps:
  - create: ${pod('tolerations: [{key: a}]')}
  - strategicPatch: ${pod('tolerations: [{key: b}]')}
  object: ${pod('tolerations: [{key: b}]')}
- does: takes directives in such a list as items
  steps: [{create: ${pod('tolerations: [{key: a}]')}}, {strategicPatch: ${pod('tolerations: [{$patch: replace}]')}}]
  object: ${pod('tolerations: [{}]')}
- does: keeps only the retained keys
  steps:
  - create: ${pod('volumes: [{name: v, emptyDir: {}}]')}
  - strategicPatch: ${pod('volumes: [{name: v, $retainKeys: [name, configMap], configMap: {name: c}}]')}
  object: ${pod('volumes: [{name: v, configMap: {name: c}}]')}
- does: refuses a patch that sets what it does not retain
  steps:
  - create: ${pod('volumes: [{name: v, emptyDir: {}}]')}
  - {strategicPatch: ${pod('volumes: [{name: v, $retainKeys: [name], configMap: {name: c}}]')}, refused: invalid patch format of retainKeys}
  - {strategicPatch: ${pod('volumes: [{name: v, $retainKeys: name}]')}, refused: invalid patch format of retainKeys}
- does: keeps only the retained keys of an object
  steps:
  - create: {spec: {strategy: {type: Rolling, maxSurge: 1}}}
  - strategicPatch: {spec: {strategy: {$retainKeys: [type], type: Recreate}}}
  object: {spec: {strategy: {type: Recreate}}}
- does: adds to a list of scalars without doubles
  steps: [{create: {metadata: {finalizers: [e/a, e/b]}}}, {strategicPatch: {metadata: {finalizers: [e/b, e/c]}}}]
  object: {metadata: {finalizers: [e/a, e/b, e/c]}}
- does: deletes from a list of scalars
  steps:
  - create: {metadata: {finalizers: [e/a, e/b]}}
  - strategicPatch: {metadata: {$deleteFromPrimitiveList/finalizers: [e/a, e/z]}}
  object: {metadata: {finalizers: [e/b]}}
- does: does not mind that there is no list to delete from
  steps: [{create: {}}, {strategicPatch: {metadata: {$deleteFromPrimitiveList/finalizers: [e/a]}}}]
  object: {}
- does: refuses to delete from a list without a name
  steps:
  - create: {}
  - {strategicPatch: {metadata: {$deleteFromPrimitiveList: [e/a]}}, refused: invalid patch format of primitive list}
- does: orders a list
  steps:
  - create: {metadata: {finalizers: [e/a, e/b]}}
  - strategicPatch: {metadata: {$setElementOrder/finalizers: [e/b, e/a]}}
  object: {metadata: {finalizers: [e/b, e/a]}}
- does: orders a list that it changes
  steps:
  - create: {metadata: {finalizers: [e/a, e/b]}}
  - strategicPatch: {metadata: {$setElementOrder/finalizers: [e/b, e/n, e/a], finalizers: [e/n]}}
  object: {metadata: {finalizers: [e/b, e/n, e/a]}}
- does: orders a list that it adds
  steps:
  - create: {}
  - strategicPatch: {metadata: {$setElementOrder/finalizers: [e/a, e/b], finalizers: [e/a, e/b]}}
  object: {metadata: {finalizers: [e/a, e/b]}}
- does: refuses an order that leaves out what it adds
  steps:
  - create: {metadata: {finalizers: [e/a]}}
  - strategicPatch: {metadata: {$setElementOrder/finalizers: [e/x], finalizers: [e/y]}}
    refused: "The order in patch list:\\n[e/y]\\n doesn't match $setElementOrder list:\\n[e/x]\\n"
- does: refuses an order that is no list, or has no name
  steps:
  - create: {metadata: {finalizers: [e/a]}}
  - {strategicPatch: {metadata: {$setElementOrder/finalizers: x}}, refused: 'expected a slice, but received a string'}
  - {strategicPatch: {metadata: {$setElementOrder: [x]}}, refused: invalid patch format of setElementOrder list}
- does: refuses an order for what the type does not have
  steps:
  - create: {}
  - {strategicPatch: {metadata: {$setElementOrder/nosuch: [x]}}, refused: 'unable to find api field in struct for the json field "nosuch"'}
- does: orders items by their keys, and deletes among them
  steps:
  - create: {status: {conditions: [{type: Ready, status: "True"}, {type: X, status: "True"}]}}
  - strategicPatch: {status: {$setElementOrder/conditions: [{type: X}, {type: Ready}], conditions: [{type: Ready, $patch: delete}]}}
  object: {status: {conditions: [{type: X, status: "True"}]}}
- does: orders what it names and keeps what only the object has in its place
  steps:
  - create: ${pod('containers: [{name: a}, {name: s}, {name: b}]')}
  - strategicPatch: ${pod('$setElementOrder/containers: [{name: b}, {name: a}]')}
  object: ${pod('containers: [{name: s}, {name: b}, {name: a}]')}
- does: merges owner references by their uid
  steps:
  - create: {metadata: {ownerReferences: [{apiVersion: v1, kind: K, name: o, uid: u1}]}}
  - strategicPatch: {metadata: {ownerReferences: [{uid: u2, apiVersion: v1, kind: K, name: p}, {uid: u1, controller: true}]}}
  object: {metadata: {ownerReferences: [{apiVersion: v1, kind: K, name: p, uid: u2}, {apiVersion: v1, kind: K, name: o, uid: u1, controller: true}]}}
- does: takes null for no patch
  steps: [{create: {spec: {replicas: 2}}}, {strategicPatch: null, isNothing: true}]
- does: refuses a list as a patch
  steps: [{create: {}}, {strategicPatch: [], refused: 'json: cannot unmarshal array into Go value of type map[string]interface {}'}]
- does: takes names that mean something to JavaScript as data
  steps: [{create: {}}, {strategicPatch: {metadata: {labels: {__proto__: a, constructor: b}}}}]
  object: {metadata: {labels: {__proto__: a, constructor: b}}}
`,
  );

  it('refuses a patch that nests too deep', () => {
    const parsed = parseJson(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`);
    const outcome = applyStrategicMergePatch(
      {},
      parsed.ok && parsed.value,
      types.Anything?.structure ?? { kind: 'untyped' },
    );
    expect(outcome).toMatchObject({ ok: false, reason: 'badRequest' });
  });
});

describe('what cannot be restored to its type', () => {
  it.each([
    [{ data: 'x' }, 'cannot restore map from string'],
    [{ data: { k: 5 } }, 'cannot convert int64 to string'],
    [{ data: ['x'] }, 'cannot restore map from slice'],
    [{ metadata: { labels: 'x' } }, 'cannot restore map from string'],
    [{ metadata: { finalizers: 'x' } }, 'cannot restore slice from string'],
    [{ metadata: 'x' }, 'cannot restore struct from: string'],
    [{ immutable: 'x' }, 'unrecognized type: bool'],
    [{ metadata: { generation: true } }, 'unrecognized type: int64'],
    [{ metadata: { generation: 1.5 } }, 'cannot convert float64 to int64'],
    [{ metadata: { generation: 2 } }, undefined],
    [{ metadata: { name: {} } }, 'unrecognized type: string'],
    [{ metadata: { name: true } }, 'unrecognized type: string'],
    [{ metadata: { uid: 7 } }, 'cannot convert int64 to types.UID'],
    [{ kind: 7 }, 'cannot convert int64 to string'],
    [{ apiVersion: {} }, 'unrecognized type: string'],
    [{ data: { k: 'v' }, nosuch: 1 }, undefined],
    [{ data: null }, undefined],
  ])('says of %j: %s', (value, problem) => {
    expect(findRestoreProblem(ConfigMap, value)).toBe(problem);
  });
});
