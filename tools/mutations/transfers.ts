import { faultsOf, type Mutation } from './mutation.ts'

const payments = 'apps/server/src/payments'
const announcing = `${payments}/transfers/announce-transfer.ts`
const mailed = `${payments}/autopay/notify-day.test.ts`
const expires = `${payments}/autopay/expire-notices.test.ts`

/** Wrong rules of announced transfers (decision 0107) and of the mails about a day of AutoPay (decision 0011). */
export const transfers: readonly Mutation[] = [
  ...faultsOf(announcing, `${payments}/transfers/transfers.test.ts`, {
    'a repeat with other content is accepted': [
      'if (known) {\n    await claimKey(tx, scope, transferId, wish)\n',
      'if (known) {\n',
    ],
    'a credit is deducted twice': ['open.set(invoiceNumber, left)', ''],
    'an announced invoice stays fixed for tonight': [
      'where account_id = ${accountId} and day = ${autoPayDay}',
      'where false and day = ${autoPayDay}',
    ],
    'a withdrawal ends one part': [
      'and n.transfer_id = (select transfer_id',
      'and n.id = (select id',
    ],
    'a withdrawal ends parts of hidden invoices': [
      'where n.account_id = ${accountId} ${visibleCategories(scope)}',
      'where n.account_id = ${accountId}',
    ],
  }),
  ...faultsOf(`${payments}/autopay/expire-notices.ts`, expires, {
    'amounts of two currencies are added': ['${categoryId} ${currency}', '${categoryId}'],
    'AutoPay is promised while charging is stopped': ['&& !(await findAutomaticStop(tx))', ''],
  }),
  ...faultsOf('packages/domain/src/invoices/transfer-notice.ts', expires, {
    'an expired transfer is charged on that day': [' || expiredOn === day', ''],
  }),
  ...faultsOf(`${payments}/autopay/notify-day.ts`, mailed, {
    'a third result that is the first again is not mailed': [
      '${told.length} ${digest}',
      '${digest}',
    ],
    'a promised charge is not taken back': ['return last ?', 'return isNews && last ?'],
    'a mail names what its reader may not see': ['notice.charged.filter(sees)', 'notice.charged'],
  }),
  ...faultsOf(`${payments}/autopay/readers-of.ts`, mailed, {
    'those who manage users read beside payers': ['where pays or not', 'where true or not'],
  }),
  ...faultsOf(
    'apps/server/src/invoices/invoices.queries.ts',
    `${payments}/autopay/autopay-days.test.ts`,
    {
      'tonight is promised while charging is stopped': [
        '        and ${isOn} then (',
        '        then (',
      ],
    },
  ),
]
