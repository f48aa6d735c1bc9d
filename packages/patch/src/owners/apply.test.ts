import { describe } from '@jest/globals';

import { runScenarios } from '../testing/run-scenarios.ts';

describe('conflicts', () => {
  runScenarios(
    'ConfigMap',
    `
- does: refuses an apply that takes a field another manager applied
  steps:
  - {apply: {data: {k: v, l: x}}, by: first}
  - {apply: {data: {k: o}}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": .data.k'}
  object: {data: {k: v, l: x}}
  owners: {first: .data.k .data.l}
- does: names every field in conflict
  steps:
  - {apply: {data: {k: v, l: x}}, by: first}
  - {apply: {metadata: {labels: {n: "1"}}, data: {k: o, l: o}}, by: second, refused: "Apply failed with 2 conflicts: conflicts with \\"first\\":\\n- .data.k\\n- .data.l"}
  owners: {first: .data.k .data.l}
- does: names every manager in conflict, in order
  steps:
  - {apply: {data: {k: v}}, by: b}
  - {apply: {data: {k: v}}, by: a}
  - {apply: {data: {k: w}}, by: c, refused: "Apply failed with 2 conflicts: conflicts with \\"a\\":\\n- .data.k\\nconflicts with \\"b\\":\\n- .data.k"}
- does: refuses an apply that takes a field from an updater, and names its version
  steps:
  - {create: {data: {k: v}}, by: creator}
  - {apply: {data: {k: o}}, refused: 'Apply failed with 1 conflict: conflict with "creator" using test/v1: .data.k'}
- does: refuses to take a field back that an update has taken
  steps:
  - apply: {data: {k: v}}
  - {update: {data: {k: w, n: "1"}}, by: putter}
  - {apply: {data: {k: v}}, refused: 'Apply failed with 1 conflict: conflict with "putter" using test/v1: .data.k'}
  - {apply: {data: {k: v}}, force: true}
  object: {data: {k: v, n: "1"}}
  owners: {m: .data.k, (putter): .data.n}
- does: makes the applier sole manager when it is forced
  steps:
  - {apply: {data: {k: v, l: x}}, by: first}
  - {apply: {data: {k: o}}, by: second, force: true}
  object: {data: {k: o, l: x}}
  owners: {first: .data.l, second: .data.k}
- does: resolves a conflict when the field is left out, which gives it up
  steps:
  - {apply: {data: {k: v}}, by: first}
  - {apply: {data: {k: v, l: x}}, by: second}
  - {apply: {data: {l: x}}, by: second}
  object: {data: {k: v, l: x}}
  owners: {first: .data.k, second: .data.l}
- does: resolves a conflict when the value is the live one, which shares the field
  steps:
  - {apply: {data: {k: v}}, by: first}
  - {apply: {data: {k: w}}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": .data.k'}
  - {apply: {data: {k: v}}, by: second}
  object: {data: {k: v}}
  owners: {first: .data.k, second: .data.k}
- does: shares without a conflict though it is forced
  steps:
  - {apply: {data: {k: w}}, by: m, force: true}
  - {apply: {data: {k: w}}, by: other, force: true}
  owners: {m: .data.k, other: .data.k}
- does: shares a field with the updater who set it
  steps: [{create: {data: {k: v}}, by: creator}, {apply: {data: {k: v}}}]
  owners: {m: .data.k, (creator): .data .data.k}
- does: leaves the map to its creator when a field in it is taken by force
  steps:
  - {create: {data: {k: v}}, by: creator}
  - apply: {data: {k: v}}
  - {apply: {data: {k: o}}, force: true}
  object: {data: {k: o}}
  owners: {m: .data.k, (creator): .data}
- does: does not conflict over a field that the other has given up
  steps:
  - {apply: {data: {k: v, l: x}}, by: first}
  - {apply: {data: {k: v, l: x}}, by: second}
  - {apply: {data: {l: x}}, by: first}
  - {apply: {data: {k: w, l: x}}, by: second}
  object: {data: {k: w, l: x}}
  owners: {first: .data.l, second: .data.k .data.l}
- does: takes a shared field from all who share it when it is forced
  steps:
  - {apply: {data: {k: v}}, by: a}
  - {apply: {data: {k: v}}, by: b}
  - {apply: {data: {k: w}}, by: c, force: true}
  owners: {c: .data.k}
- does: settles three managers whose fields cross
  steps:
  - {apply: {data: {x: "1", y: "1"}}, by: a}
  - {apply: {data: {y: "1", z: "1"}}, by: b}
  - {apply: {data: {z: "1", x: "1"}}, by: c}
  - {apply: {data: {x: "1", y: "2"}}, by: a, refused: 'Apply failed with 1 conflict: conflict with "b": .data.y'}
  - {apply: {data: {z: "1"}}, by: b}
  - {apply: {data: {x: "1", y: "2"}}, by: a}
  - {apply: {data: {x: "3"}}, by: c, force: true}
  object: {data: {x: "3", y: "2", z: "1"}}
  owners: {a: .data.y, b: .data.z, c: .data.x}
`,
  );
});

describe('giving up', () => {
  runScenarios(
    'ConfigMap',
    `
- does: removes what only the applier owned
  steps: [{apply: {data: {k: v, l: x}, metadata: {labels: {a: b}}}}, {apply: {data: {k: v}}}]
  object: {data: {k: v}}
  owners: {m: .data.k}
- does: leaves no entry when all is given up
  steps: [{apply: {data: {k: v}}}, {apply: {}}]
  object: {}
  owners: {}
- does: leaves what another has taken
  steps:
  - apply: {data: {k: v, l: x}}
  - {mergePatch: {data: {l: yy, m: z}}, by: editor}
  - {apply: {data: {k: v}}, isNothing: true}
  - apply: {}
  object: {data: {l: yy, m: z}}
  owners: {(editor): .data.l .data.m}
- does: removes a shared field only with its last owner
  steps:
  - {apply: {data: {k: v}}, by: a}
  - {apply: {data: {k: v}}, by: b}
  - {apply: {}, by: a}
  - {apply: {}, by: b}
  object: {}
  owners: {}
- does: removes finalizers one by one
  steps:
  - {apply: {metadata: {finalizers: [e/a, e/b]}}, by: x}
  - {apply: {metadata: {finalizers: [e/b, e/c]}}, by: yy}
  - {apply: {}, by: x}
  object: {metadata: {finalizers: [e/b, e/c]}}
  owners: {yy: '.metadata.finalizers[="e/b"] .metadata.finalizers[="e/c"]'}
- does: lets a field come back to its default
  type: Deployment
  steps: [{apply: {spec: {replicas: 3}}}, {apply: {}}]
  object: {spec: {replicas: 1}}
  owners: {}
- does: brings a default back inside of a list item
  type: Deployment
  steps:
  - apply: {spec: {template: {spec: {containers: [{name: c, image: x, imagePullPolicy: Never}]}}}}
  - apply: {spec: {template: {spec: {containers: [{name: c, image: x}]}}}}
  object: {spec: {template: {spec: {containers: [{name: c, image: x, imagePullPolicy: Always}]}}}}
- does: hands a field over to the scaler who has taken it
  type: Deployment
  steps:
  - {apply: {spec: {replicas: 3}}, by: first}
  - {mergePatch: {spec: {replicas: 5}}, via: scale, by: scaler}
  - {apply: {spec: {replicas: 3}}, by: first, refused: 'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using test/v1: .spec.replicas'}
  - {apply: {}, by: first}
  object: {spec: {replicas: 5}}
  owners: {(scaler) via scale: .spec.replicas}
`,
  );
});

describe('applying again', () => {
  runScenarios(
    'Deployment',
    `
- does: changes nothing, whatever the type holds
  steps:
  - apply: {metadata: {labels: {a: b}}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: x, ports: [{containerPort: 80}], env: [{name: E, value: "1"}]}]}}}}
  - {apply: {metadata: {labels: {a: b}}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: x, ports: [{containerPort: 80}], env: [{name: E, value: "1"}]}]}}}}, isNothing: true}
- does: changes nothing for each of two managers who share a field
  steps:
  - {apply: {spec: {replicas: 3}}, by: a}
  - {apply: {spec: {replicas: 3}}, by: b}
  - {apply: {spec: {replicas: 3}}, by: a, isNothing: true}
  - {apply: {spec: {replicas: 3}}, by: b, isNothing: true}
- does: changes nothing with force
  steps: [{apply: {spec: {replicas: 3}}, force: true}, {apply: {spec: {replicas: 3}}, force: true, isNothing: true}]
- does: changes nothing when it applies nulls
  steps: [{apply: {spec: {replicas: null}}}, {apply: {spec: {replicas: null}}, isNothing: true}]
- does: changes nothing with an empty list that decoding makes null
  type: Node
  steps: [{apply: {spec: {drivers: []}}}, {apply: {spec: {drivers: []}}, isNothing: true}]
- does: does not conflict over a null that is applied twice
  steps: [{apply: {spec: {replicas: 2, selector: null}}, by: a}, {apply: {spec: {replicas: 2, selector: null}}, by: b}]
  owners: {a: .spec.replicas .spec.selector, b: .spec.replicas .spec.selector}
- does: does not conflict over a list that is empty for both
  type: Node
  steps: [{create: {spec: {drivers: []}}}, {apply: {spec: {drivers: []}}, by: b}]
  owners: {(m): .spec.drivers}
- does: conflicts over an equal quantity that is spelled differently
  steps:
  - {apply: {spec: {template: {spec: {containers: [{name: c, limits: {cpu: 1000m}}]}}}}, by: a}
  - {apply: {spec: {template: {spec: {containers: [{name: c, limits: {cpu: 1000m}}]}}}}, by: b, refused: 'Apply failed with 1 conflict: conflict with "a": .spec.template.spec.containers[name="c"].limits.cpu'}
  - {apply: {spec: {template: {spec: {containers: [{name: c, limits: {cpu: "1"}}]}}}}, by: b}
- does: records a new owner though no value changes
  steps: [{create: {spec: {replicas: 3}}}, {apply: {spec: {replicas: 3}}, isNothing: false}]
  owners: {m: .spec.replicas, (m): .spec.replicas .spec.strategy.type .spec.template.spec.restartPolicy}
`,
  );
});

describe('status and other subresources', () => {
  runScenarios(
    'Widget',
    `
- does: has an entry of its own for what is written through a subresource
  steps:
  - create: {spec: {set: [a]}}
  - {apply: {status: {phase: p}}, via: status, by: ctl}
  owners: {(m): '.spec.color .spec.set .spec.set[="a"]', ctl via status: .status.phase}
- does: does not own through the object what only the subresource can change
  steps: [{apply: {status: {phase: p}}}]
  owners: {}
- does: does not own through the subresource what only the object can change
  steps: [{create: {}}, {apply: {metadata: {labels: {l: "1"}}, spec: {set: [x]}, status: {}}, via: status, by: ctl}]
  owners: {(m): .spec.color, ctl via status: .status .metadata.labels.l}
- does: names the subresource in a conflict
  steps:
  - create: {}
  - {mergePatch: {status: {phase: yy}}, via: status, by: c}
  - {apply: {status: {phase: w}}, via: status, by: d, refused: 'Apply failed with 1 conflict: conflict with "c" with subresource "status" using test/v1: .status.phase'}
- does: does not conflict over what this request cannot change
  steps:
  - create: {}
  - {apply: {status: {phase: yy}}, via: status, by: c}
  - {apply: {status: {phase: z}}, by: d}
  owners: {(m): .spec.color, c via status: .status.phase}
- does: keeps one manager's entries for object and status apart
  steps:
  - {create: {spec: {color: blue}}}
  - {mergePatch: {status: {phase: yy}}, via: status}
  owners: {(m): .spec.color, (m) via status: .status.phase}
`,
  );
});

describe('several versions of one kind', () => {
  runScenarios(
    'GadgetV1',
    `
- does: gives the creator of one version and the updater of another their own fields
  steps:
  - {create: {spec: {size: 1, colour: red}}}
  - {as: GadgetV2, mergePatch: {spec: {color: blue}}}
  owners: {(m): .spec.size, (m) in test/v2: .spec.color}
- does: finds a conflict though the field has another name in the owner's version
  steps:
  - {apply: {spec: {colour: red}}, by: a}
  - {as: GadgetV2, apply: {spec: {color: blue}}, by: b, refused: 'Apply failed with 1 conflict: conflict with "a": .spec.colour'}
- does: takes the field by force in the owner's version
  steps:
  - {apply: {spec: {colour: red, size: 1}}, by: a}
  - {as: GadgetV2, apply: {spec: {color: blue}}, by: b, force: true}
  object: {spec: {color: blue, size: 1}}
  owners: {a: .spec.size, b in test/v2: .spec.color}
- does: knows an applier again when it comes back in another version
  steps:
  - {apply: {spec: {colour: red, size: 1}}}
  - {as: GadgetV2, apply: {spec: {color: red}}}
  object: {spec: {color: red}}
  owners: {m in test/v2: .spec.color}
- does: removes what was applied in another version and is given up now
  steps:
  - {apply: {spec: {colour: red, items: [{k: a}, {k: b}]}}}
  - {as: GadgetV2, apply: {spec: {items: [{k: b}]}}}
  object: {spec: {items: [{k: b}]}}
  owners: {m in test/v2: '.spec.items[k="b"] .spec.items[k="b"].k'}
- does: keeps what others own in other versions when something is given up
  steps:
  - {apply: {spec: {colour: red, size: 1}}, by: a}
  - {as: GadgetV2, apply: {spec: {color: red}}, by: b}
  - {as: GadgetV1, apply: {spec: {size: 1}}, by: a}
  object: {spec: {colour: red, size: 1}}
  owners: {a: .spec.size, b in test/v2: .spec.color}
`,
  );
});

describe('moving over from client-side apply', () => {
  const annotation = (applied: string) => `{kubectl.kubernetes.io/last-applied-configuration: '${applied}'}`;
  const applied = '{"apiVersion":"test/v1","data":{"k":"v"},"kind":"ConfigMap","metadata":{"name":"a"}}\n'.trim();
  const created = `{metadata: {annotations: ${annotation(applied)}}, data: {k: v}}`;
  const csa = 'kubectl-client-side-apply';
  runScenarios(
    'ConfigMap',
    `
- does: takes over what the client applied without a conflict, and keeps the annotation up to date
  steps:
  - {create: ${created}, by: ${csa}}
  - {apply: {metadata: {labels: {n: "1"}}, data: {k: w}}, by: kubectl}
  object:
    metadata:
      labels: {n: "1"}
      annotations:
        kubectl.kubernetes.io/last-applied-configuration: |
          {"apiVersion":"test/v1","data":{"k":"w"},"kind":"ConfigMap","metadata":{"labels":{"n":"1"},"name":"a"}}
    data: {k: w}
  owners:
    kubectl: .data.k .metadata.labels.n
    (${csa}): .data .metadata.annotations .metadata.annotations.kubectl.kubernetes.io/last-applied-configuration
- does: does not take over for a manager of another name
  steps:
  - {create: ${created}, by: ${csa}}
  - {apply: {data: {k: w}}, by: other, refused: 'Apply failed with 1 conflict: conflict with "${csa}" using test/v1: .data.k'}
- does: conflicts over fields that the client had not applied
  steps:
  - {create: ${created}, by: ${csa}}
  - {mergePatch: {data: {l: x}}, by: other}
  - {apply: {data: {k: w, l: yy}}, by: kubectl, refused: 'Apply failed with 1 conflict: conflict with "other" using test/v1: .data.l'}
- does: conflicts over fields that have other values than the client applied
  steps:
  - {create: ${created}, by: ${csa}}
  - {mergePatch: {data: {k: changed}}, by: other}
  - {apply: {data: {k: w}}, by: kubectl, refused: 'Apply failed with 1 conflict: conflict with "other" using test/v1: .data.k'}
- does: does not believe an annotation of another version
  steps:
  - {create: {metadata: {annotations: ${annotation(applied.replace('test/v1', 'test/v2'))}}, data: {k: v}}, by: ${csa}}
  - {apply: {data: {k: w}}, by: kubectl, refused: 'Apply failed with 1 conflict: conflict with "${csa}" using test/v1: .data.k'}
- does: does not believe an annotation that cannot be read
  steps:
  - {create: {metadata: {annotations: ${annotation('{')}}, data: {k: v}}, by: ${csa}}
  - {apply: {data: {k: w}}, by: kubectl, refused: 'Apply failed with 1 conflict: conflict with "${csa}" using test/v1: .data.k'}
- does: does not start an annotation where there is none
  steps: [{apply: {data: {k: w}}, by: kubectl}]
  object: {data: {k: w}}
  owners: {kubectl: .data.k}
`,
  );
});

describe('what cannot be applied', () => {
  const failed = 'failed to create typed patch object (/a; test/v1, Kind=ConfigMap)';
  const widget = 'failed to create typed patch object (/a; test/v1, Kind=Widget)';
  runScenarios(
    'ConfigMap',
    `
- does: refuses another version
  steps: [{apply: {apiVersion: v2}, refused: 'Incorrect version specified in apply patch. Specified patch version: v2, expected: test/v1'}]
- does: refuses a version that is none
  steps: [{apply: {apiVersion: a/b/c}, refused: 'Incorrect version specified in apply patch. Specified patch version: , expected: test/v1'}]
- does: refuses a body without a version
  steps: [{apply: {apiVersion: null}, refused: 'Incorrect version specified in apply patch. Specified patch version: , expected: test/v1'}]
- does: refuses a body without a kind
  steps: [{apply: {kind: ""}, refused: 'failed to create typed patch object (/a; test/v1, Kind=): no corresponding type for test/v1, Kind='}]
- does: refuses another kind
  steps: [{apply: {kind: Secret}, refused: 'failed to merge config: expected objects of the same type, but got ConfigMap and Secret'}]
- does: refuses a field that is not declared
  steps: [{apply: {nosuch: 1}, refused: '${failed}: .nosuch: field not declared in schema'}]
- does: refuses a number for a string
  steps: [{apply: {data: {k: 5}}, refused: '${failed}: .data.k: expected string, got &value.valueUnstructured{Value:5}'}]
- does: refuses a list for a map
  steps: [{apply: {data: [x]}, refused: '${failed}: .data: expected map, got &{[x]}'}]
- does: names all that is wrong
  steps: [{apply: {nosuch: 1, data: x}, refused: "${failed}: errors:\\n  .nosuch: field not declared in schema\\n  .data: expected map, got &{x}"}]
- does: refuses two items of a map list with one key
  type: Widget
  steps: [{apply: {spec: {map: [{k: a}, {k: a}]}}, refused: '${widget}: .spec.map: duplicate entries for key [k="a"]'}]
- does: refuses a value twice in a set
  type: Widget
  steps: [{apply: {spec: {set: [a, a]}}, refused: '${widget}: .spec.set: duplicate entries for key [="a"]'}]
- does: counts a default as the key when it looks for duplicates
  type: Deployment
  steps: [{apply: {spec: {template: {spec: {containers: [{name: c, ports: [{containerPort: 80}, {containerPort: 80, protocol: TCP}]}]}}}}, refused: 'failed to create typed patch object (/a; test/v1, Kind=Deployment): .spec.template.spec.containers[name="c"].ports: duplicate entries for key [containerPort=80,protocol="TCP"]'}]
- does: refuses a null in a map list
  type: Widget
  steps: [{apply: {spec: {map: [null]}}, refused: '${widget}: .spec.map: element 0: associative list with keys may not have a null element'}]
- does: refuses an object in a set
  type: Widget
  steps: [{apply: {spec: {set: [{a: b}]}}, refused: "${widget}: .spec.set: element 0: associative list without keys has an element that's a map type"}]
- does: refuses a string for a number
  type: Widget
  steps: [{apply: {status: {seen: x}}, refused: '${widget}: .status.seen: expected numeric (int or float), got string'}]
- does: refuses a string for a truth
  steps: [{apply: {immutable: "yes"}, refused: '${failed}: .immutable: expected boolean, got &{yes}'}]
- does: looks into atomic lists too
  type: Deployment
  steps: [{apply: {spec: {template: {spec: {tolerations: [{nosuch: 1}]}}}}, refused: 'failed to create typed patch object (/a; test/v1, Kind=Deployment): .spec.template.spec.tolerations[0].nosuch: field not declared in schema'}]
- does: takes names that mean something to JavaScript as data
  steps: [{apply: {data: {__proto__: a, constructor: b}}}, {apply: {data: {__proto__: a}}}]
  owners: {m: .data.__proto__}
`,
  );
});
