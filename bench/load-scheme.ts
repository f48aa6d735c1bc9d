/** Loads the scheme, uses as many kinds as its argument says, and prints how many milliseconds that took. */
const start = performance.now();

const { createApiScheme } = await import('@keelson/api');
const { applyDefaults, decodeJson, encodeProtobuf, validate } = await import('@keelson/schema');

const chosen = [...createApiScheme().kinds()].filter(({ kind }) => ['ConfigMap', 'Job', 'ClusterRole'].includes(kind));
const count = Number(process.argv[2] ?? 0);
const used = count === Infinity ? [...createApiScheme().kinds()] : chosen.slice(0, count);
for (const { message } of used) {
  const decoded = decodeJson(message, {});
  if (!decoded.ok) throw new Error(decoded.message);
  applyDefaults(message, decoded.object);
  validate(message, decoded.object);
  if (Object.values(message.fields).every(({ number }) => number > 0)) encodeProtobuf(message, decoded.object);
}
console.log(performance.now() - start);
