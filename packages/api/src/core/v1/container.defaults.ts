/** When the image of a container is pulled, as far as its name tells. */

interface Container {
  readonly image?: string;
  imagePullPolicy?: string;
}

/** What is called `latest` may change at any time. */
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

/** Names that are none are left to the rules. */
function isLatest(image: string): boolean {
  const parts = image.length > maxLength ? null : reference.exec(image);
  if (parts === null) return false;
  const { tag, digest } = parts.groups ?? {};
  return tag === undefined ? digest === undefined : tag === 'latest';
}
