/** The headers that tell the flow schema and the priority level of a request. */
import type { SchemaInForce } from '@keelson/flowcontrol';
import type { Outgoing } from '@keelson/http';

const schemaHeader = 'X-Kubernetes-Pf-Flowschema-Uid';
const levelHeader = 'X-Kubernetes-Pf-Prioritylevel-Uid';

/** Letters that no header may have are in no uid that the server gives, but perhaps in one that a store was filled with. */
const plainUid = /^[\w-]*$/;

interface Lines {
  readonly schema: SchemaInForce;
  readonly schemaUid: string;
  readonly levelUid: string;
  readonly text: string;
}

/** Printed once for each schema. */
const printed = new WeakMap<SchemaInForce, Lines>();
/** Most requests are of the same schema as the one before. */
let last: Lines | undefined;

/** An object that is in force without being stored has no uid, and no header. */
export function addFlowHeaders(response: Outgoing, schema: SchemaInForce): void {
  const schemaUid = schema.configured.uid;
  const levelUid = schema.level.uid;
  if (response.addLines === undefined) {
    if (isSent(schemaUid)) response.setHeader(schemaHeader, schemaUid);
    if (isSent(levelUid)) response.setHeader(levelHeader, levelUid);
    return;
  }
  let lines = last?.schema === schema ? last : printed.get(schema);
  if (lines?.schemaUid !== schemaUid || lines.levelUid !== levelUid) {
    const text = printLine(schemaHeader, schemaUid) + printLine(levelHeader, levelUid);
    printed.set(schema, (lines = { schema, schemaUid, levelUid, text }));
  }
  last = lines;
  response.addLines(lines.text);
}

function isSent(uid: string): boolean {
  return uid !== '' && plainUid.test(uid);
}

function printLine(name: string, uid: string): string {
  return isSent(uid) ? `${name}: ${uid}\r\n` : '';
}
