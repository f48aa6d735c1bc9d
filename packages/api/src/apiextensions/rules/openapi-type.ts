/** The types of OpenAPI v3 that a schema may have. */
export const openApiTypes: readonly string[] = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

export function isOpenApiType(type: string): boolean {
  return openApiTypes.includes(type);
}
