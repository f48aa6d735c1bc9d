import { describe } from '@jest/globals';

import { runScenarios } from '../testing/run-scenarios.ts';

describe('apply by topology', () => {
  runScenarios(
    'Widget',
    `
- does: lets one manager own an atomic list
  steps:
  - {apply: {spec: {atomic: [a]}}, by: first}
  - {apply: {spec: {atomic: [b]}}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": .spec.atomic'}
  - {apply: {spec: {atomic: [b]}}, by: second, force: true}
  object: {spec: {atomic: [b]}}
  owners: {second: .spec.atomic}
- does: shares an atomic list whose items are the same
  steps: [{apply: {spec: {atomic: [a, b]}}, by: first}, {apply: {spec: {atomic: [a, b]}}, by: second}]
  owners: {first: .spec.atomic, second: .spec.atomic}
- does: minds the order of an atomic list
  steps:
  - {apply: {spec: {atomic: [a, b]}}, by: first}
  - {apply: {spec: {atomic: [b, a]}}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": .spec.atomic'}
- does: removes an atomic list that is given up
  steps: [{apply: {spec: {atomic: [a]}}}, {apply: {spec: {}}}]
  object: {}
  owners: {m: .spec}
- does: adds to a set
  steps: [{apply: {spec: {set: [a]}}, by: first}, {apply: {spec: {set: [b]}}, by: second}]
  object: {spec: {set: [a, b]}}
  owners: {first: '.spec.set[="a"]', second: '.spec.set[="b"]'}
- does: shares an item of a set
  steps: [{apply: {spec: {set: [a, b]}}, by: first}, {apply: {spec: {set: [b, c]}}, by: second}, {apply: {spec: {set: [a]}}, by: first}]
  object: {spec: {set: [a, b, c]}}
  owners: {first: '.spec.set[="a"]', second: '.spec.set[="b"] .spec.set[="c"]'}
- does: removes the items of a set that are given up
  steps: [{apply: {spec: {set: [a]}}, by: first}, {apply: {spec: {set: [b]}}, by: second}, {apply: {spec: {set: [c]}}, by: first}]
  object: {spec: {set: [b, c]}}
  owners: {first: '.spec.set[="c"]', second: '.spec.set[="b"]'}
- does: never conflicts over a set
  steps:
  - {create: {spec: {set: [a, b]}}, by: first}
  - {apply: {spec: {set: [b, c]}}, by: second}
  owners: {(first): '.spec.color .spec.set .spec.set[="a"] .spec.set[="b"]', second: '.spec.set[="b"] .spec.set[="c"]'}
- does: keeps the places of items that are there
  steps: [{create: {spec: {set: [c, a]}}}, {apply: {spec: {set: [a, b, c]}}, by: second}]
  object: {spec: {set: [c, a, b]}}
- does: tells numbers in a set
  steps: [{apply: {spec: {numbers: [10, 2]}}}]
  owners: {m: '.spec.numbers[=2] .spec.numbers[=10]'}
- does: adds to a map list
  steps: [{apply: {spec: {map: [{k: a, v: "1"}]}}, by: first}, {apply: {spec: {map: [{k: b, v: "2"}]}}, by: second}]
  object: {spec: {map: [{k: a, v: "1"}, {k: b, v: "2"}]}}
  owners: {first: '.spec.map[k="a"] .spec.map[k="a"].k .spec.map[k="a"].v', second: '.spec.map[k="b"] .spec.map[k="b"].k .spec.map[k="b"].v'}
- does: lets managers own fields of one item
  steps: [{apply: {spec: {map: [{k: a, v: "1"}]}}, by: first}, {apply: {spec: {map: [{k: a, inner: [{id: 7}]}]}}, by: second}]
  object: {spec: {map: [{k: a, v: "1", inner: [{id: 7}]}]}}
  owners: {first: '.spec.map[k="a"] .spec.map[k="a"].k .spec.map[k="a"].v', second: '.spec.map[k="a"] .spec.map[k="a"].k .spec.map[k="a"].inner[id=7] .spec.map[k="a"].inner[id=7].id'}
- does: conflicts over a field of an item
  steps:
  - {apply: {spec: {map: [{k: a, v: "1"}]}}, by: first}
  - {apply: {spec: {map: [{k: a, v: "2"}]}}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": .spec.map[k="a"].v'}
- does: removes an item that is given up
  steps: [{apply: {spec: {map: [{k: a}, {k: b, v: "1"}]}}}, {apply: {spec: {map: [{k: a}]}}}]
  object: {spec: {map: [{k: a}]}}
  owners: {m: '.spec.map[k="a"] .spec.map[k="a"].k'}
- does: keeps an item that another owns too, and of it what the other owns
  steps:
  - {apply: {spec: {map: [{k: a, v: "1"}]}}, by: first}
  - {apply: {spec: {map: [{k: a, inner: [{id: 1}]}]}}, by: second}
  - {apply: {spec: {}}, by: first}
  object: {spec: {map: [{k: a, inner: [{id: 1}]}]}}
- does: merges lists in lists
  steps:
  - {apply: {spec: {map: [{k: a, inner: [{id: 1, note: x}]}]}}, by: first}
  - {apply: {spec: {map: [{k: a, inner: [{id: 2, note: yy}]}]}}, by: second}
  - {apply: {spec: {map: [{k: a}]}}, by: first}
  object: {spec: {map: [{k: a, inner: [{id: 2, note: yy}]}]}}
- does: lets one manager own an atomic object
  steps:
  - {apply: {spec: {whole: {x: "1"}}}, by: first}
  - {apply: {spec: {whole: {y: "2"}}}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": .spec.whole'}
  - {apply: {spec: {whole: {y: "2"}}}, by: second, force: true}
  object: {spec: {whole: {y: "2"}}}
  owners: {second: .spec.whole}
- does: lets managers own parts of a granular object
  steps: [{apply: {spec: {parts: {x: "1"}}}, by: first}, {apply: {spec: {parts: {y: "2"}}}, by: second}]
  object: {spec: {parts: {x: "1", y: "2"}}}
  owners: {first: .spec.parts.x, second: .spec.parts.y}
- does: leaves an object empty that is applied empty
  steps: [{apply: {spec: {parts: {x: "1"}}}}, {apply: {spec: {parts: {}}}}, {apply: {spec: {parts: {}}}, isNothing: true}]
  object: {spec: {parts: {}}}
  owners: {m: .spec.parts}
- does: removes an object with its last part
  steps: [{apply: {spec: {parts: {x: "1"}}}, by: first}, {apply: {spec: {}}, by: first}]
  object: {}
  owners: {first: .spec}
- does: lets managers own keys of a granular map
  steps: [{apply: {spec: {labels: {x: "1"}}}, by: first}, {apply: {spec: {labels: {y: "2"}}}, by: second}]
  object: {spec: {labels: {x: "1", y: "2"}}}
  owners: {first: .spec.labels.x, second: .spec.labels.y}
- does: lets one manager own an atomic map
  steps:
  - {apply: {spec: {wholeLabels: {x: "1"}}}, by: first}
  - {apply: {spec: {wholeLabels: {x: "1", y: "2"}}}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": .spec.wholeLabels'}
  owners: {first: .spec.wholeLabels}
- does: owns the keys of a map of objects, and what is in them
  steps: [{apply: {spec: {groups: {a: {x: "1"}}}}, by: first}, {apply: {spec: {groups: {a: {y: "2"}, b: {}}}}, by: second}, {apply: {spec: {}}, by: first}]
  object: {spec: {groups: {a: {y: "2"}, b: {}}}}
  owners: {first: .spec, second: .spec.groups.a .spec.groups.b .spec.groups.a.y}
- does: treats what has no declaration as granular maps and atomic lists
  steps:
  - {apply: {spec: {free: {a: {b: 1}, l: [1]}}}, by: first}
  - {apply: {spec: {free: {a: {c: 2}}}}, by: second}
  - {apply: {spec: {free: {l: [1, 2]}}}, by: third, refused: 'Apply failed with 1 conflict: conflict with "first": .spec.free.l'}
  object: {spec: {free: {a: {b: 1, c: 2}, l: [1]}}}
  owners: {first: .spec.free.a .spec.free.l .spec.free.a.b, second: .spec.free.a .spec.free.a.c}
- does: fills in defaults that nobody owns and everyone may set
  steps: [{apply: {spec: {set: [a]}}, by: first}, {apply: {spec: {color: blue}}, by: second}]
  object: {spec: {set: [a], color: blue}}
  owners: {first: '.spec.set[="a"]', second: .spec.color}
`,
  );
});

describe('updates by topology', () => {
  runScenarios(
    'Widget',
    `
- does: gives an atomic list to who changes an item
  steps: [{apply: {spec: {atomic: [a]}}, by: first}, {mergePatch: {spec: {atomic: [a, b]}}, by: second}]
  owners: {(second): .spec.atomic}
- does: gives only the new items of a set to who adds them
  steps: [{apply: {spec: {set: [a]}}, by: first}, {mergePatch: {spec: {set: [a, b]}}, by: second}]
  owners: {first: '.spec.set[="a"]', (second): '.spec.set[="b"]'}
- does: does not call it a change when a set is reordered
  steps: [{apply: {spec: {set: [a, b]}}, by: first}, {mergePatch: {spec: {set: [b, a]}}, by: second}]
  owners: {first: '.spec.set[="a"] .spec.set[="b"]'}
- does: gives a field of an item to who changes it
  steps: [{apply: {spec: {map: [{k: a, v: "1"}]}}, by: first}, {mergePatch: {spec: {map: [{k: a, v: "2"}]}}, by: second}]
  owners: {first: '.spec.map[k="a"] .spec.map[k="a"].k', (second): '.spec.map[k="a"].v'}
- does: takes a removed item from all its owners
  steps: [{apply: {spec: {map: [{k: a, v: "1"}, {k: b}]}}, by: first}, {mergePatch: {spec: {map: [{k: b}]}}, by: second}]
  owners: {first: '.spec.map[k="b"] .spec.map[k="b"].k'}
- does: gives an atomic object to who changes a part of it
  steps: [{apply: {spec: {whole: {x: "1"}}}, by: first}, {mergePatch: {spec: {whole: {y: "1"}}}, by: second}]
  owners: {(second): .spec.whole}
- does: gives a part of a granular object to who changes it
  steps: [{apply: {spec: {parts: {x: "1", y: "1"}}}, by: first}, {mergePatch: {spec: {parts: {y: "2"}}}, by: second}]
  owners: {first: .spec.parts.x, (second): .spec.parts.y}
- does: gives an object to who makes it, with its parts
  steps: [{create: {spec: {parts: {x: "1"}}}}]
  owners: {(m): .spec.color .spec.parts .spec.parts.x}
- does: owns an object that is made empty
  steps: [{create: {spec: {parts: {}}}}]
  owners: {(m): .spec.color .spec.parts}
- does: owns an always written list without the list itself, for it is there before
  type: Node
  steps: [{create: {spec: {drivers: [{name: a, nodeID: nn, topologyKeys: [zone]}]}}}]
  owners: {(m): '.spec.drivers[name="a"] .spec.drivers[name="a"].name .spec.drivers[name="a"].nodeID .spec.drivers[name="a"].topologyKeys'}
- does: owns an always written list that is sent empty
  type: Node
  steps: [{create: {spec: {drivers: []}}}]
  object: {spec: {drivers: null}}
  owners: {(m): .spec.drivers}
- does: owns the fields of anything
  type: Anything
  steps: [{create: {spec: {size: 1, list: [1]}}}, {mergePatch: {spec: {size: 2}}, by: two}]
  owners: {(m): .spec .spec.list, (two): .spec.size}
- does: gives up the fields of anything
  type: Anything
  steps: [{apply: {spec: {size: 1, on: true}}}, {apply: {spec: {on: true}}}]
  object: {spec: {on: true}}
  owners: {m: .spec .spec.on}
- does: takes away what is left empty of anything
  type: Anything
  steps: [{apply: {spec: {map: {a: {b: 1}}, on: true}}, by: one}, {apply: {spec: {on: true}}, by: one}]
  object: {spec: {on: true}}
- does: records nobody rather than half of the owners when items of a list cannot be told apart
  steps: [{apply: {spec: {color: blue}}}, {mergePatch: {spec: {map: [{k: a}, {k: a}]}}, by: two}]
  owners: {}
- does: cannot apply to an object whose list items cannot be told apart
  steps:
  - {create: {spec: {set: [a, a]}}}
  - {apply: {spec: {set: [b]}}, refused: 'failed to create typed live object (/a; test/v1, Kind=Widget): .spec.set: duplicate entries for key [="a"]'}
`,
  );
});

describe('a topology that changes', () => {
  runScenarios(
    'OldWidget',
    `
- does: makes everyone who owned an item an owner of the list that has become atomic
  steps:
  - {apply: {spec: {atomic: [a]}}, by: first}
  - {apply: {spec: {atomic: [b]}}, by: second}
  - {as: Widget, apply: {spec: {atomic: [a, b]}}, by: third}
  owners: {first: .spec.atomic, second: .spec.atomic, third: .spec.atomic}
- does: conflicts over the list then
  steps:
  - {apply: {spec: {atomic: [a]}}, by: first}
  - {as: Widget, apply: {spec: {atomic: [b]}}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": .spec.atomic'}
- does: makes the owners of keys owners of a map that has become atomic
  steps:
  - {apply: {spec: {wholeLabels: {x: "1"}}}, by: first}
  - {as: Widget, mergePatch: {metadata: {labels: {l: "1"}}}, by: second}
  owners: {first: .spec.wholeLabels, (second): .metadata.labels .metadata.labels.l}
- does: makes the owners of parts owners of an object that has become atomic
  steps:
  - {apply: {spec: {whole: {x: "1"}}}, by: first}
  - {apply: {spec: {whole: {y: "1"}}}, by: second}
  - {as: Widget, apply: {spec: {whole: {x: "1", y: "2"}}}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": .spec.whole'}
- does: does not know who owns the items of a list that was atomic, and so has no conflict
  steps:
  - {apply: {spec: {map: [{k: a, v: "1"}]}}, by: first}
  - {as: Widget, apply: {spec: {map: [{k: a, v: "2"}]}}, by: second}
  object: {spec: {map: [{k: a, v: "2"}]}}
  owners: {first: .spec.map, second: '.spec.map[k="a"] .spec.map[k="a"].k .spec.map[k="a"].v'}
- does: does not know who owns the keys of a map that was atomic
  steps:
  - {apply: {spec: {labels: {x: "1"}}}, by: first}
  - {as: Widget, apply: {spec: {labels: {x: "2"}}}, by: second}
  owners: {first: .spec.labels, second: .spec.labels.x}
`,
  );
});

describe('lists of containers', () => {
  const of = (containers: string) => `{spec: {template: {spec: {containers: [${containers}]}}}}`;
  const path = '.spec.template.spec.containers';
  const owned = (name: string) => `${path}[name="${name}"] ${path}[name="${name}"].image ${path}[name="${name}"].name`;
  runScenarios(
    'Deployment',
    `
- does: lets managers add containers of their own
  steps:
  - {apply: ${of('{name: c, image: one}, {name: d, image: two}')}, by: first}
  - {apply: ${of('{name: e, image: three}')}, by: second}
  - {apply: ${of('{name: c, image: one}')}, by: first}
  object: ${of('{name: c, image: one}, {name: e, image: three}')}
  owners: {first: '${owned('c')}', second: '${owned('e')}'}
- does: names the container in a conflict
  steps:
  - {apply: ${of('{name: e, image: three}')}, by: first}
  - {apply: ${of('{name: e, image: changed}')}, by: second, refused: 'Apply failed with 1 conflict: conflict with "first": ${path}[name="e"].image'}
- does: tells ports by number and protocol, and counts the default as one
  steps:
  - {apply: ${of('{name: c, ports: [{containerPort: 80}, {containerPort: 80, protocol: UDP}]}')}}
  - {apply: ${of('{name: c, ports: [{containerPort: 81, name: nn}]}')}, by: second}
  object: ${of('{name: c, ports: [{containerPort: 80}, {containerPort: 80, protocol: UDP}, {containerPort: 81, name: nn}]}')}
- does: removes a container of another with none of it left
  steps:
  - {create: ${of('{name: c, image: x}, {name: d, image: yy}')}, by: first}
  - {strategicPatch: {spec: {template: {spec: {containers: [{name: d, $patch: delete}]}}}}, by: second}
  owners: {(first): '.spec.replicas .spec.strategy.type .spec.template.spec.restartPolicy ${path}[name="c"] ${path}[name="c"].image ${path}[name="c"].imagePullPolicy ${path}[name="c"].name'}
- does: keeps what was defaulted in an item it still applies
  steps: [{apply: ${of('{name: c, image: x, args: [a]}')}}, {apply: ${of('{name: c, image: x}')}}]
  object: ${of('{name: c, image: x, imagePullPolicy: Always}')}
`,
  );
});
