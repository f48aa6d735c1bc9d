/** The description of the server that all OpenAPI documents share. */

/** Clients recognise a Kubernetes API server by this title. */
export function documentInfo(version: string): { readonly title: string; readonly version: string } {
  return { title: 'Kubernetes', version };
}

export const securityScheme = {
  description: 'Bearer Token authentication',
  type: 'apiKey',
  name: 'authorization',
  in: 'header',
} as const;
