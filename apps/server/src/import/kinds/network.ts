import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { accountId, key, text } from '../values.ts'

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
    sql`
      update import_network s
         set verdict = coalesce(
               (select case when n.short_name = s.short_name then 'unchanged' else 'updated' end
                  from (select network_id, null as account_id, short_name from shared_network
                        union all
                        select network_id, account_id, short_name from company_network) n
                 where n.network_id = s.network_id and n.account_id is not distinct from s.account_id),
               'inserted')
       where s.verdict is null`,
    sql`
      insert into shared_network (network_id, short_name)
      select network_id, short_name from import_network
       where verdict in ('inserted', 'updated') and account_id is null
          on conflict (network_id) do update set short_name = excluded.short_name`,
    sql`
      insert into company_network (account_id, network_id, short_name)
      select account_id, network_id, short_name from import_network
       where verdict in ('inserted', 'updated') and account_id is not null
          on conflict (account_id, network_id) do update set short_name = excluded.short_name`,
  ],
}
