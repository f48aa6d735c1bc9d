/** The names of the messages of custom kinds, which are those of their definitions in OpenAPI. */

/** `io.example.v1.Widget` for the group `example.io`. */
export function openApiName(group: string, version: string, kind: string): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}
