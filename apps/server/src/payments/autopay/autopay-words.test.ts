import { expect, test } from 'vitest'
import { pdfPages } from '../../../test/documents/pdf-text.ts'
import { takeBooks } from '../../../test/import/import-fixture.ts'
import { testPayer } from '../../../test/payments/payer.ts'
import { sentMails } from '../../../test/portal/mails.ts'
import { testClock, testPortal } from '../../../test/portal/test-portal.ts'
import { notifyInvoices } from '../../invoices/notify-invoices.ts'
import { startCharging, stopCharging } from '../charge/charging-stop.ts'

const portal = testPortal()
const clock = testClock(portal)
const paula = testPayer(portal, 'AW', { invoice: false })

test('users, mailboxes and the PDF read on which day AutoPay charges a new invoice, but no promise while it is stopped', async () => {
  await clock.set('2026-11-25T09:00:00Z')
  await paula.mailbox('ap@x.example')
  await paula.post('/api/payment/autopay/enable')
  let minute = 0
  /** What the mails about a new invoice, and the PDF in one of them, say about AutoPay. */
  async function read(nth: number, rest: object = {}) {
    await portal.system.query('update mail set sent_at = now()')
    await takeBooks(portal.system, [paula.record({ invoiceNumber: paula.number(nth), ...rest })])
    await clock.set(`2026-11-25T09:${(minute += 11)}:00Z`)
    await notifyInvoices(portal.deps, portal.system)
    const mails = (await sentMails(portal)).toSorted((one, other) =>
      one.recipient.localeCompare(other.recipient),
    )
    expect(mails.map(({ recipient }) => recipient.split('@')[0])).toEqual(['ap', 'payer'])
    const pages = pdfPages(mails[0]!.files[0]!.content)
    return [...mails.map(({ text }) => text), pages.join(' ')].map((text) =>
      text
        .replaceAll(/\s+/g, ' ')
        .match(/AutoPay (will|does|plans)[^.]*\./g)
        ?.join(' '),
    )
  }
  const same = (sentence: string) => [sentence, sentence, sentence]
  expect(await read(1)).toEqual(same('AutoPay will charge it on 12/08/2026.'))
  expect(await read(2, { dueDate: null })).toEqual(
    same('AutoPay does not charge it: Has no due date.'),
  )
  await stopCharging(portal.system, 'drill')
  expect(await read(3)).toEqual(same('AutoPay does not charge it while card payments are paused.'))
  await startCharging(portal.system)
})
