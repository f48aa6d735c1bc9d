/** Which cluster has answered: the first number in the header that every answer of etcd begins with. */

const headerTag = 0x0a;
const clusterIdTag = 0x08;
const firstByte = 3;
const longestNumber = 10;
const none = Buffer.alloc(0);

/**
 * The number as it is sent, to be compared and not to be reckoned with: it has 64 bits. Empty if a server tells none.
 * It is on the path of every call, so nothing else is decoded for it, and the same bytes are the same object.
 */
export function createClusterIdReader(): (message: Buffer) => Buffer {
  let last = none;
  return (message) => {
    if (!holds(message, last)) last = Buffer.from(clusterIdOf(message));
    return last;
  };
}

function holds(message: Buffer, id: Buffer): boolean {
  if (id.length === 0 || message[firstByte - 1] !== clusterIdTag || message[0] !== headerTag) return false;
  for (let at = 0; at < id.length; at += 1) if (message[firstByte + at] !== id[at]) return false;
  return true;
}

function clusterIdOf(message: Buffer): Buffer {
  const isTold = message[0] === headerTag && (message[1] ?? 0) < 0x80 && message[firstByte - 1] === clusterIdTag;
  if (!isTold) return none;
  let end = firstByte;
  while (end - firstByte < longestNumber && (message[end] ?? 0) >= 0x80) end += 1;
  return message.subarray(firstByte, end + 1);
}
