/** The rules for events of this group, which are those for all events; newer versions add to them. */
import { dns1123Subdomain, qualifiedName } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type { Event } from './event.ts';

const maxLength = 128;
const maxMessageLength = 1024;

/** A view of an event that is independent of the field names of its version. */
export interface EventView {
  readonly namespace: string;
  /** Null for events of the old form. */
  readonly eventTime: string | null;
  readonly aboutNamespace: string;
  readonly controller: string;
  readonly instance: string;
  readonly action: string;
  readonly reason: string;
  readonly message: string;
}

export const eventRules = [
  'An event is in the namespace of the object it is about; one about an object without a namespace is in default or kube-system.',
  'An event with an eventTime says who reports it, what was done and why, each in at most 128 characters.',
  'The message has at most 1024 characters, if eventTime is given.',
];

export const eventHooks: ResourceHooks<Event> = {
  validateCreate: (event, report) => validateEvent(viewOf(event), 'reportingComponent', report),
  validateUpdate: (event, _old, report) => validateEvent(viewOf(event), 'reportingComponent', report),
};

function viewOf(event: Event): EventView {
  return {
    namespace: event.metadata.namespace ?? '',
    eventTime: event.eventTime,
    aboutNamespace: event.involvedObject.namespace ?? '',
    controller: event.reportingComponent,
    instance: event.reportingInstance,
    action: event.action ?? '',
    reason: event.reason ?? '',
    message: event.message ?? '',
  };
}

/** Paths are those of this version, but for the controller. */
export function validateEvent(event: EventView, controllerPath: string, report: Report): void {
  if (!isInNamespace(event)) {
    report.invalid('involvedObject.namespace', event.aboutNamespace, 'does not match event.namespace');
  }
  if (event.eventTime !== null) validateReporter(event, controllerPath, report);
  reportFormat(report, 'namespace', event.namespace, dns1123Subdomain);
}

function isInNamespace({ namespace, aboutNamespace, eventTime }: EventView): boolean {
  if (aboutNamespace === '') {
    return namespace === 'default' || namespace === (eventTime === null ? '' : 'kube-system');
  }
  return eventTime !== null || namespace === aboutNamespace;
}

function validateReporter(event: EventView, controllerPath: string, report: Report): void {
  if (event.controller === '') report.required(controllerPath);
  reportFormat(report, controllerPath, event.controller, qualifiedName);
  validateText('reportingInstance', event.instance, report);
  validateText('action', event.action, report);
  validateText('reason', event.reason, report);
  validateLength('message', event.message, maxMessageLength, report);
}

function validateText(path: string, text: string, report: Report): void {
  if (text === '') report.required(path);
  validateLength(path, text, maxLength, report);
}

function validateLength(path: string, text: string, max: number, report: Report): void {
  if (Buffer.byteLength(text) > max) report.invalid(path, '', `can have at most ${max} characters`);
}
