import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { accountId, key, text } from '../values.ts'
import { mergeRows } from './merge-rows.ts'

export const network: Kind = {
  record: 'network',
  noun: ['network', 'networks'],
  table: 'import_network',
  scope: 'records:catalog',
  sentence: 'A network that licenses can be ordered for.',
  example: { networkId: 'N-CME', accountId: '10412', shortName: 'CME' },
  key: { sql: 'network_id, account_id', fields: ['networkId', 'accountId'] },
  fields: {
    networkId: required('network_id text', key(64, 'network'), 'Your number of the network.'),
    accountId: optional(
      'account_id text',
      accountId,
      'Company that the network is offered to; absent: every company.',
      null,
    ),
    shortName: required('short_name text', text(300, 1), 'Name of the network.'),
  },
  checks: [],
  merge: [
    ...mergeRows({
      staged: 'import_network',
      table: 'shared_network',
      key: ['network_id'],
      columns: ['short_name'],
      only: sql`account_id is null`,
    }),
    ...mergeRows({
      staged: 'import_network',
      table: 'company_network',
      key: ['account_id', 'network_id'],
      columns: ['short_name'],
      only: sql`account_id is not null`,
    }),
  ],
}
