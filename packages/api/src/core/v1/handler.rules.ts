/** Rules for the actions of the kubelet: each handler is of exactly one kind. */
import { checkPortNumber, httpHeaderName, portName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import { reportUnlistedText } from '../../rules/report-unlisted.ts';
import type { ExecAction, GRPCAction, HTTPGetAction, TCPSocketAction } from './handler.ts';

export interface Handler {
  readonly exec?: ExecAction;
  readonly httpGet?: HTTPGetAction;
  readonly tcpSocket?: TCPSocketAction;
  readonly grpc?: GRPCAction;
}

type Kind = keyof Handler;

export function validateHandler(handler: Handler, report: Report): void {
  const { exec, httpGet, tcpSocket, grpc } = handler;
  const checks: Record<Kind, () => void> = {
    exec: () => exec && validateExec(exec, report),
    httpGet: () => httpGet && validateHttpGet(httpGet, report),
    tcpSocket: () => tcpSocket && validatePort(tcpSocket.port, report),
    grpc: () => grpc && validatePort(grpc.port, report),
  };
  const given = (Object.keys(checks) as Kind[]).filter((kind) => handler[kind] !== undefined);
  if (given.length === 0) report.required('', 'must specify a handler type');
  given.forEach((kind, index) => {
    if (index === 0) report.within(kind, checks[kind]);
    else report.forbidden(kind, 'may not specify more than 1 handler type');
  });
}

function validateExec({ command = [] }: ExecAction, report: Report): void {
  if (command.length === 0) report.required('command');
}

const schemes = ['HTTP', 'HTTPS'];

function validateHttpGet({ path = '', port, scheme, httpHeaders = [] }: HTTPGetAction, report: Report): void {
  if (path === '') report.required('path');
  validatePort(port, report);
  reportUnlistedText(report, 'scheme', scheme, schemes);
  for (const { name } of httpHeaders) reportFormat(report, 'httpHeaders', name, httpHeaderName);
}

function validatePort(port: number | string, report: Report): void {
  const problems = typeof port === 'string' ? portName.check(port) : checkPortNumber(port);
  for (const problem of problems) report.invalid('port', port, problem);
}
