/** The id of the cluster that answered: the first field of the header that every response of etcd begins with. */

const headerTag = 0x0a;
const clusterIdTag = 0x08;
const firstByte = 3;
const longestVarint = 10;
const none = Buffer.alloc(0);

/**
 * Returns the id as the varint that was received: it has 64 bits and is only ever compared. Empty if the response has
 * none. Called for every response, so it decodes nothing else, and returns the same object for the same bytes.
 */
export function createClusterIdReader(): (message: Buffer) => Buffer {
  let last: Buffer = none;
  return (message) => {
    if (!holds(message, last)) last = readClusterId(message);
    return last;
  };
}

function holds(message: Buffer, id: Buffer): boolean {
  if (id.length === 0 || message[firstByte - 1] !== clusterIdTag || message[0] !== headerTag) return false;
  for (let at = 0; at < id.length; at += 1) if (message[firstByte + at] !== id[at]) return false;
  return true;
}

/** As `createClusterIdReader`, for messages that come seldom. */
export function readClusterId(message: Buffer): Buffer {
  const hasId = message[0] === headerTag && (message[1] ?? 0) < 0x80 && message[firstByte - 1] === clusterIdTag;
  if (!hasId) return none;
  let end = firstByte;
  while (end - firstByte < longestVarint && (message[end] ?? 0) >= 0x80) end += 1;
  return Buffer.from(message.subarray(firstByte, end + 1));
}
