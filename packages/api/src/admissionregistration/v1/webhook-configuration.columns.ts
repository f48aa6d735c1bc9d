/** The columns of both kinds of webhook configurations. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';

interface WebhookConfiguration {
  readonly metadata: { readonly name?: string; readonly creationTimestamp: string | null };
  readonly webhooks?: readonly unknown[];
}

export const webhookConfigurationColumns: readonly Column<WebhookConfiguration>[] = [
  nameColumn,
  {
    name: 'Webhooks',
    type: 'integer',
    about: 'How many webhooks it has.',
    cell: ({ webhooks = [] }) => webhooks.length,
  },
  ageColumn,
];
