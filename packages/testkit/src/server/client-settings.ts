/** Settings that clients need to reach a server as one user, in the forms that clients take. */

/** Named as Node's TLS options are, so that they can be spread into those. */
export interface ClientSettings {
  readonly url: string;
  /** In PEM. */
  readonly ca: string;
  /** The client certificate and its key, in PEM. */
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
}

/** The argument of `KubeConfig.loadFromOptions` of `@kubernetes/client-node`. */
export interface KubeConfigOptions {
  readonly clusters: readonly { readonly name: string; readonly server: string; readonly caData: string }[];
  readonly users: readonly {
    readonly name: string;
    readonly certData?: string;
    readonly keyData?: string;
    readonly token?: string;
  }[];
  readonly contexts: readonly { readonly name: string; readonly cluster: string; readonly user: string }[];
  readonly currentContext: string;
}

const name = 'keelson';

export function toKubeConfigOptions({ url, ca, cert, key, token }: ClientSettings, user: string): KubeConfigOptions {
  const certificate =
    cert === undefined || key === undefined ? {} : { certData: encodeBase64(cert), keyData: encodeBase64(key) };
  return {
    clusters: [{ name, server: url, caData: encodeBase64(ca) }],
    users: [{ name: user, ...certificate, ...(token !== undefined && { token }) }],
    contexts: [{ name, cluster: name, user }],
    currentContext: name,
  };
}

function encodeBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
