import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { limitRanges } from './limit-range.resource.ts';

const aLimitRangeBody = {
  metadata: { name: 'a' },
  spec: {
    limits: [
      {
        type: 'Container',
        max: { cpu: '4' },
        min: { cpu: '1' },
        default: { cpu: '3' },
        defaultRequest: { cpu: '2' },
        maxLimitRequestRatio: { cpu: '2' },
      },
      { type: 'Pod', max: { memory: '1Gi' } },
      { type: 'PersistentVolumeClaim', max: { storage: '1Gi' } },
    ],
  },
};

const aLimitRangeCases = `
  spec.limits = [{"type":"Container","max":{"cpu":"4"},"min":{"cpu":"1"},"default":{"cpu":"3"},"defaultRequest":{"cpu":"2"},"maxLimitRequestRatio":{"cpu":"2"}},{"type":"Pod","max":{"memory":"1Gi"}},{"type":"PersistentVolumeClaim","max":{"storage":"1Gi"}},{"type":"Container","max":{"cpu":"4"},"min":{"cpu":"1"},"default":{"cpu":"3"},"defaultRequest":{"cpu":"2"},"maxLimitRequestRatio":{"cpu":"2"}}] ⇒ spec.limits[3].type: Duplicate value: "Container"
  spec.limits[0] = {} ⇒ spec.limits[0].type: Invalid value: "": name part must be non-empty ;; spec.limits[0].type: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.limits[0].type = "x" ⇒ spec.limits[0].type: Invalid value: "x": must be a standard limit type or fully qualified
  spec.limits[0].type = ".." ⇒ spec.limits[0].type: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.limits[0].type = "/x/../y" ⇒ spec.limits[0].type: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.limits[0].max.cpu = "1.5" ⇒ spec.limits[0].defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than max value 1500m ;; spec.limits[0].default[cpu]: Invalid value: "1500m": default value 3 is greater than max value 1500m ;; spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "2": ratio 2 is greater than max/min = 1.500000
  spec.limits[0].min.cpu = "-1" ⇒ spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "2": ratio 2 is greater than max/min = -4.000000
  spec.limits[0].min.cpu = "3" ⇒ spec.limits[0].defaultRequest[cpu]: Invalid value: "2": min value 3 is greater than default request value 2 ;; spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "2": ratio 2 is greater than max/min = 1.333333
  spec.limits[0].default.cpu = "0" ⇒ spec.limits[0].defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than default limit value 0 ;; spec.limits[0].default[cpu]: Invalid value: "1": min value 1 is greater than default value 0
  spec.limits[0].default.cpu = "-1" ⇒ spec.limits[0].defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than default limit value -1 ;; spec.limits[0].default[cpu]: Invalid value: "1": min value 1 is greater than default value -1
  spec.limits[0].default.cpu = "1.5" ⇒ spec.limits[0].defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than default limit value 1500m
  spec.limits[0].default.cpu = "10" ⇒ spec.limits[0].default[cpu]: Invalid value: "4": default value 10 is greater than max value 4
  spec.limits[0].defaultRequest.cpu = "0" ⇒ spec.limits[0].defaultRequest[cpu]: Invalid value: "0": min value 1 is greater than default request value 0
  spec.limits[0].defaultRequest.cpu = "-1" ⇒ spec.limits[0].defaultRequest[cpu]: Invalid value: "-1": min value 1 is greater than default request value -1
  spec.limits[0].defaultRequest.cpu = "10" ⇒ spec.limits[0].defaultRequest[cpu]: Invalid value: "10": default request value 10 is greater than max value 4 ;; spec.limits[0].defaultRequest[cpu]: Invalid value: "10": default request value 10 is greater than default limit value 3
  spec.limits[0].maxLimitRequestRatio.cpu = "0" ⇒ spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "0": ratio 0 is less than 1
  spec.limits[0].maxLimitRequestRatio.cpu = "-1" ⇒ spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "-1": ratio -1 is less than 1
  spec.limits[0].maxLimitRequestRatio.cpu = "10" ⇒ spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "10": ratio 10 is greater than max/min = 4.000000
  spec.limits[1] = {} ⇒ spec.limits[1].type: Invalid value: "": name part must be non-empty ;; spec.limits[1].type: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.limits[1].type = "x" ⇒ spec.limits[1].type: Invalid value: "x": must be a standard limit type or fully qualified
  spec.limits[1].type = ".." ⇒ spec.limits[1].type: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.limits[1].type = "/x/../y" ⇒ spec.limits[1].type: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.limits[2] = {} ⇒ spec.limits[2].type: Invalid value: "": name part must be non-empty ;; spec.limits[2].type: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.limits[2].type = "x" ⇒ spec.limits[2].type: Invalid value: "x": must be a standard limit type or fully qualified
  spec.limits[2].type = ".." ⇒ spec.limits[2].type: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.limits[2].type = "/x/../y" ⇒ spec.limits[2].type: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.limits[2].max ⇒ spec.limits[2].limits: Required value: either minimum or maximum storage value is required, but neither was provided
  spec.limits[0].type = "a/b" ⇒ ok
  spec.limits[0].max.cpu = "3" ⇒ ok
  spec.limits[0].min.cpu = "0" ⇒ ok
  spec.limits[0].default.cpu = "3" ⇒ ok
  spec.limits[0].defaultRequest.cpu = "1.5" ⇒ ok
  spec.limits[0].maxLimitRequestRatio.cpu = "1.5" ⇒ ok
  spec.limits[1].type = "a/b" ⇒ ok
  spec.limits[1].max.memory = "0" ⇒ ok
  spec.limits[2].type = "a/b" ⇒ ok
  spec.limits[2].max.storage = "0" ⇒ ok
  spec.limits[1].default = {"memory":"1"} ⇒ spec.limits[1].default: Forbidden: may not be specified when \`type\` is 'Pod'
  spec.limits[1].defaultRequest = {"memory":"1"} ⇒ spec.limits[1].defaultRequest: Forbidden: may not be specified when \`type\` is 'Pod'
  spec.limits[0] = {"type":"Container","max":{"hugepages-2Mi":"4Mi"},"default":{"hugepages-2Mi":"4Mi"},"defaultRequest":{"hugepages-2Mi":"2Mi"}} ⇒ spec.limits[0].defaultRequest[hugepages-2Mi]: Invalid value: "2Mi": default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi
`;

describe('a limit range', () => {
  it('is accepted', () => {
    expect(create(limitRanges, aLimitRangeBody).issues).toEqual([]);
  });

  it.each(ruleCases(aLimitRangeCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(limitRanges, changeAt(aLimitRangeBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
