/** Default image pull policy, derived from the image name. */

interface Container {
  readonly image?: string;
  imagePullPolicy?: string;
}

/** An image tagged `latest` may change at any time, so that it is always pulled. */
export function defaultPullPolicy(container: Container): void {
  if ((container.imagePullPolicy ?? '') !== '') return;
  container.imagePullPolicy = isLatest(container.image ?? '') ? 'Always' : 'IfNotPresent';
}

const host = '[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?';
const word = '[a-z0-9]+';
const path = `${word}(([._]|__|-+)${word})*`;
/** registry/name:tag@digest; the first part is a registry when it has a dot, a port or is `localhost`. */
const reference = new RegExp(
  String.raw`^((${host}(\.${host})*(:[0-9]+)?)/)?${path}(/${path})*(:(?<tag>\w[\w.-]{0,127}))?(?<digest>@[A-Za-z][\w+.-]*:[0-9a-fA-F]{32,})?$`,
);
const maxLength = 1024;
/** Of a name with its registry; one without a registry, and a name without a path, are completed. */
const maxNameLength = 255;

/** Invalid names are left to validation. */
function isLatest(image: string): boolean {
  const parts = image.length > maxLength ? null : reference.exec(image);
  if (parts === null) return false;
  const { tag, digest } = parts.groups ?? {};
  if (fullNameLength(image, tag, digest) > maxNameLength) return false;
  return tag === undefined ? digest === undefined : tag === 'latest';
}

/** Names without a registry are of `docker.io`, those without a path of its `library`. */
function fullNameLength(image: string, tag: string | undefined, digest = ''): number {
  const name = image.slice(0, image.length - digest.length - (tag === undefined ? 0 : tag.length + 1));
  const slash = name.indexOf('/');
  if (slash < 0) return 'docker.io/library/'.length + name.length;
  const first = name.slice(0, slash);
  const isRegistry = /[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase();
  return isRegistry ? name.length : 'docker.io/'.length + name.length;
}
