import { describe, expect, it } from '@jest/globals';

import { create } from '../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../testing/rule-table.ts';
import { horizontalPodAutoscalers } from './v2beta2/horizontal-pod-autoscaler.resource.ts';

const anAutoscalerBody = {
  metadata: { name: 'a' },
  spec: {
    scaleTargetRef: { kind: 'Deployment', name: 'd' },
    minReplicas: 1,
    maxReplicas: 3,
    metrics: [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
      { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } },
      {
        type: 'Object',
        object: {
          describedObject: { kind: 'K', name: 'n' },
          metric: { name: 'm' },
          target: { type: 'Value', value: '1' },
        },
      },
      {
        type: 'External',
        external: {
          metric: { name: 'm', selector: { matchLabels: { a: 'b' } } },
          target: { type: 'Value', value: '1' },
        },
      },
    ],
    behavior: {
      scaleUp: {
        stabilizationWindowSeconds: 1,
        selectPolicy: 'Max',
        policies: [{ type: 'Pods', value: 1, periodSeconds: 10 }],
      },
      scaleDown: { policies: [{ type: 'Percent', value: 1, periodSeconds: 10 }] },
    },
  },
};

const anAutoscalerCases = `
  spec ⇒ spec.maxReplicas: Invalid value: 0: must be greater than 0 ;; spec.maxReplicas: Invalid value: 0: must be greater than or equal to \`minReplicas\` ;; spec.scaleTargetRef.kind: Required value ;; spec.scaleTargetRef.name: Required value
  spec.scaleTargetRef ⇒ spec.scaleTargetRef.kind: Required value ;; spec.scaleTargetRef.name: Required value
  spec.scaleTargetRef.kind ⇒ spec.scaleTargetRef.kind: Required value
  spec.scaleTargetRef.kind = ".." ⇒ spec.scaleTargetRef.kind: Invalid value: "..": may not be '..'
  spec.scaleTargetRef.kind = "/x/../y" ⇒ spec.scaleTargetRef.kind: Invalid value: "/x/../y": may not contain '/'
  spec.scaleTargetRef.kind = "5%" ⇒ spec.scaleTargetRef.kind: Invalid value: "5%": may not contain '%'
  spec.scaleTargetRef.name ⇒ spec.scaleTargetRef.name: Required value
  spec.scaleTargetRef.name = ".." ⇒ spec.scaleTargetRef.name: Invalid value: "..": may not be '..'
  spec.scaleTargetRef.name = "/x/../y" ⇒ spec.scaleTargetRef.name: Invalid value: "/x/../y": may not contain '/'
  spec.scaleTargetRef.name = "5%" ⇒ spec.scaleTargetRef.name: Invalid value: "5%": may not contain '%'
  spec.minReplicas = -1 ⇒ spec.minReplicas: Invalid value: -1: must be greater than or equal to 1
  spec.minReplicas = 256 ⇒ spec.maxReplicas: Invalid value: 3: must be greater than or equal to \`minReplicas\`
  spec.maxReplicas ⇒ spec.maxReplicas: Invalid value: 0: must be greater than 0 ;; spec.maxReplicas: Invalid value: 0: must be greater than or equal to \`minReplicas\`
  spec.metrics[0] = {} ⇒ spec.metrics[0].type: Required value: must specify a metric source type ;; spec.metrics[0].type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource" ;; spec.metrics[0].type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"
  spec.metrics[0].type = "x" ⇒ spec.metrics[0].type: Unsupported value: "x": supported values: "ContainerResource", "External", "Object", "Pods", "Resource" ;; spec.metrics[0].type: Unsupported value: "x": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"
  spec.metrics[0].resource ⇒ spec.metrics[0].resource: Required value: must populate information for the given metric source
  spec.metrics[0].resource.name ⇒ spec.metrics[0].resource.name: Required value: must specify a resource name
  spec.metrics[0].resource.target ⇒ spec.metrics[0].resource.target.type: Required value: must specify a metric target type ;; spec.metrics[0].resource.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue ;; spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization
  spec.metrics[0].resource.target.type ⇒ spec.metrics[0].resource.target.type: Required value: must specify a metric target type ;; spec.metrics[0].resource.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue
  spec.metrics[0].resource.target.type = "x" ⇒ spec.metrics[0].resource.target.type: Invalid value: "x": must be either Utilization, Value, or AverageValue
  spec.metrics[0].resource.target.averageUtilization ⇒ spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization
  spec.metrics[0].resource.target.averageUtilization = -1 ⇒ spec.metrics[0].resource.target.averageUtilization: Invalid value: -1: must be greater than 0
  spec.metrics[1] = {} ⇒ spec.metrics[1].type: Required value: must specify a metric source type ;; spec.metrics[1].type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource" ;; spec.metrics[1].type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"
  spec.metrics[1].type = "x" ⇒ spec.metrics[1].type: Unsupported value: "x": supported values: "ContainerResource", "External", "Object", "Pods", "Resource" ;; spec.metrics[1].type: Unsupported value: "x": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"
  spec.metrics[1].pods ⇒ spec.metrics[1].pods: Required value: must populate information for the given metric source
  spec.metrics[1].pods.metric ⇒ spec.metrics[1].pods.metric.name: Required value: must specify a metric name
  spec.metrics[1].pods.metric.name = ".." ⇒ spec.metrics[1].pods.metric.name: Invalid value: "..": may not be '..'
  spec.metrics[1].pods.metric.name = "/x/../y" ⇒ spec.metrics[1].pods.metric.name: Invalid value: "/x/../y": may not contain '/'
  spec.metrics[1].pods.metric.name = "5%" ⇒ spec.metrics[1].pods.metric.name: Invalid value: "5%": may not contain '%'
  spec.metrics[1].pods.target ⇒ spec.metrics[1].pods.target.type: Required value: must specify a metric target type ;; spec.metrics[1].pods.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue ;; spec.metrics[1].pods.target.averageValue: Required value: must specify a positive target averageValue
  spec.metrics[1].pods.target.type ⇒ spec.metrics[1].pods.target.type: Required value: must specify a metric target type ;; spec.metrics[1].pods.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue
  spec.metrics[1].pods.target.type = "x" ⇒ spec.metrics[1].pods.target.type: Invalid value: "x": must be either Utilization, Value, or AverageValue
  spec.metrics[1].pods.target.averageValue = "0" ⇒ spec.metrics[1].pods.target.averageValue: Invalid value: "0": must be positive
  spec.metrics[2] = {} ⇒ spec.metrics[2].type: Required value: must specify a metric source type ;; spec.metrics[2].type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource" ;; spec.metrics[2].type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"
  spec.metrics[2].type = "x" ⇒ spec.metrics[2].type: Unsupported value: "x": supported values: "ContainerResource", "External", "Object", "Pods", "Resource" ;; spec.metrics[2].type: Unsupported value: "x": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"
  spec.metrics[2].object ⇒ spec.metrics[2].object: Required value: must populate information for the given metric source
  spec.metrics[2].object.describedObject ⇒ spec.metrics[2].object.describedObject.kind: Required value ;; spec.metrics[2].object.describedObject.name: Required value
  spec.metrics[2].object.describedObject.kind ⇒ spec.metrics[2].object.describedObject.kind: Required value
  spec.metrics[2].object.describedObject.kind = ".." ⇒ spec.metrics[2].object.describedObject.kind: Invalid value: "..": may not be '..'
  spec.metrics[2].object.describedObject.kind = "/x/../y" ⇒ spec.metrics[2].object.describedObject.kind: Invalid value: "/x/../y": may not contain '/'
  spec.metrics[2].object.describedObject.kind = "5%" ⇒ spec.metrics[2].object.describedObject.kind: Invalid value: "5%": may not contain '%'
  spec.metrics[2].object.describedObject.name ⇒ spec.metrics[2].object.describedObject.name: Required value
  spec.metrics[2].object.describedObject.name = ".." ⇒ spec.metrics[2].object.describedObject.name: Invalid value: "..": may not be '..'
  spec.metrics[2].object.describedObject.name = "/x/../y" ⇒ spec.metrics[2].object.describedObject.name: Invalid value: "/x/../y": may not contain '/'
  spec.metrics[2].object.describedObject.name = "5%" ⇒ spec.metrics[2].object.describedObject.name: Invalid value: "5%": may not contain '%'
  spec.scaleTargetRef.kind = "x" ⇒ ok
  spec.scaleTargetRef.name = "x" ⇒ ok
  spec.maxReplicas = 1 ⇒ ok
  spec.metrics[0].resource.name = "x" ⇒ ok
  spec.metrics[0].resource.target.averageUtilization = 1 ⇒ ok
  spec.metrics[1].pods.metric.name = "x" ⇒ ok
  spec.metrics[1].pods.target.averageValue = "1.5" ⇒ ok
  spec.metrics[2].object.describedObject.kind = "x" ⇒ ok
  spec.metrics[0] = {"type":"ContainerResource","containerResource":{"name":"cpu","container":"c","target":{"type":"Utilization","averageUtilization":1}}} ⇒ spec.metrics[0].containerResource: Required value: must populate information for the given metric source (only allowed when HPAContainerMetrics feature is enabled)
  spec.metrics[0] = {"type":"Pods","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":1}}} ⇒ spec.metrics[0].pods: Required value: must populate information for the given metric source
`;

describe('an autoscaler', () => {
  it('is accepted', () => {
    expect(create(horizontalPodAutoscalers, anAutoscalerBody).issues).toEqual([]);
  });

  it.each(ruleCases(anAutoscalerCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(horizontalPodAutoscalers, changeAt(anAutoscalerBody, ruleCase)))).toEqual(
      ruleCase.causes,
    );
  });
});
