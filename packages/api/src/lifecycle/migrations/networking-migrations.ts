/** Migrations of the kinds about the network: Ingresses and EndpointSlices. */
import { isAbsent, itemsAt, valueAt, type Migration, type OldObject } from './migration.ts';

const classAnnotation = 'kubernetes.io/ingress.class';

function untypedPaths(object: OldObject): readonly string[] {
  return itemsAt(object, 'spec.rules').flatMap(([rule, at]) =>
    itemsAt(rule, 'http.paths', `${at}.`)
      .filter(([path]) => isAbsent(valueAt(path, 'pathType')))
      .map(
        ([, place]) =>
          `${place}.pathType: becomes ImplementationSpecific, which keeps what it means to your controller; choose Prefix or Exact where you can`,
      ),
  );
}

const known = ['hostname', 'zone'] as const;

function lostTopology(object: OldObject): readonly string[] {
  return itemsAt(object, 'endpoints').flatMap(([endpoint, at]) => {
    const topology = valueAt(endpoint, 'topology');
    if (typeof topology !== 'object' || topology === null) return [];
    return Object.keys(topology)
      .filter((key) => !known.some((name) => key.endsWith(`/${name}`)))
      .map((key) => `${at}.topology[${key}]: goes to deprecatedTopology, which cannot be written by new objects`);
  });
}

export const networkingMigrations: readonly Migration[] = [
  {
    kinds: ['Ingress'],
    from: ['extensions/v1beta1', 'networking.{domain}/v1beta1'],
    changes: [
      { text: '`spec.backend` is called `spec.defaultBackend`.' },
      { text: "A backend's `serviceName` is called `service.name`." },
      {
        text: 'A `servicePort` that is a number is called `service.port.number`, one that is a name `service.port.name`.',
      },
      {
        text: '`pathType` is required for each path: `Prefix`, `Exact` or `ImplementationSpecific`, which stands for the undefined behaviour before and is what the conversion writes.',
        decide: untypedPaths,
      },
      {
        text: `The annotation \`${classAnnotation}\` is deprecated. An IngressClass of that name, named by \`spec.ingressClassName\`, takes its place.`,
        decide: (object) => {
          const annotations = (valueAt(object, 'metadata.annotations') ?? {}) as OldObject;
          if (!Object.hasOwn(annotations, classAnnotation)) return [];
          return [
            `metadata.annotations[${classAnnotation}]: is deprecated; name an IngressClass in spec.ingressClassName`,
          ];
        },
      },
    ],
  },
  {
    kinds: ['EndpointSlice'],
    from: ['discovery.{domain}/v1beta1'],
    changes: [
      { text: '`nodeName` of an endpoint takes the place of `topology["kubernetes.io/hostname"]`.' },
      { text: '`zone` of an endpoint takes the place of `topology["topology.kubernetes.io/zone"]`.' },
      {
        text: '`topology` is called `deprecatedTopology`, and cannot be written by new objects.',
        decide: lostTopology,
      },
    ],
  },
];
