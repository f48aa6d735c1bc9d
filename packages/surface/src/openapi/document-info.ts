/** What all documents of OpenAPI say of the server. */

/** Clients look for this title to know what they talk to. */
export function documentInfo(version: string): { readonly title: string; readonly version: string } {
  return { title: 'Kubernetes', version };
}

export const securityScheme = {
  description: 'Bearer Token authentication',
  type: 'apiKey',
  name: 'authorization',
  in: 'header',
} as const;
