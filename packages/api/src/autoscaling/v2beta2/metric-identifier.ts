/** Messages that metrics and their readings share, declared as in v2. */
import { inVersion, type Message } from '@keelson/schema';

import { CrossVersionObjectReference as LaterReference } from '../v2/cross-version-object-reference.ts';
import {
  MetricIdentifier as LaterIdentifier,
  MetricTarget as LaterTarget,
  MetricValueStatus as LaterValueStatus,
} from '../v2/metric-identifier.ts';
import { CrossVersionObjectReference } from './cross-version-object-reference.ts';

export const MetricIdentifier = inVersion(LaterIdentifier, 'v2beta2');
export const MetricTarget = inVersion(LaterTarget, 'v2beta2');
export const MetricValueStatus = inVersion(LaterValueStatus, 'v2beta2');

/** Replacements for the messages of v2, shared so that each message is declared once. */
export const inCommon: readonly (readonly [later: Message, here: Message])[] = [
  [LaterReference, CrossVersionObjectReference],
  [LaterIdentifier, MetricIdentifier],
  [LaterTarget, MetricTarget],
  [LaterValueStatus, MetricValueStatus],
];
