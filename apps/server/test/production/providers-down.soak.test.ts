import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { newSecret, startReceiver } from '../integration/event-receiver.ts'
import { signInThroughProvider } from '../session/sign-in.ts'
import { requirePaidOnce } from './paid-once.ts'
import { givenPayer, pay, seesInvoices, useMeanwhile } from './people.ts'
import { eventsTo, startProduction, type Production } from './production.ts'

/** `npm run test:soak` extends it to minutes. */
const outageSeconds = Number(process.env['OUTAGE_SECONDS'] ?? 20)

const unsentMails = async ({ system }: Production) => {
  const { rows } = await system.query<{ count: string }>(
    'select count(*) from mail where sent_at is null',
  )
  return Number(rows[0]!.count)
}

test(
  `sign-in, cards, mail and the receiver of events are unavailable for ${outageSeconds} s: waiting mails and events arrive once, and no invoice is paid twice`,
  async () => {
    const secret = newSecret()
    const receiver = await startReceiver(secret)
    const production = await startProduction({ settings: eventsTo(receiver.url, secret) })
    const payers = await Promise.all(
      ['D1', 'D2', 'D3'].map((id) => givenPayer(production, id, 400)),
    )
    // One company pays all its invoices at once.
    const all = await givenPayer(production, 'D4', 300)
    const payAll = (method: 'GET' | 'POST') =>
      all.who.fetch('/api/invoice/all-invoices/payment', { method })
    expect((await payAll('POST')).status).toBe(202)
    const stop = useMeanwhile(payers)
    await sleep(3000)
    // First they hang, then nothing listens.
    production.providers.hang()
    receiver.answers(() => 'never')
    await sleep((outageSeconds * 1000) / 2)
    await production.providers.kill()
    receiver.answers(() => 503)
    await sleep(1000)

    // Signed-in users stay signed in.
    expect((await seesInvoices(payers[0]!)).status).toBe(200)
    const outcome = await pay(payers[0]!, 'D1-399')
    expect([outcome.status, await outcome.text()]).toEqual([
      202,
      expect.stringContaining('You will not be charged twice.'),
    ])
    const { out } = await production.run('npm run portal -- doctor')
    expect(out.match(/^FAIL {2}[\w -]+/gm)).toEqual(
      expect.arrayContaining([
        'FAIL  sign-in provider',
        'FAIL  card provider',
        'FAIL  portal instance',
        'FAIL  mail server',
      ]),
    )

    await sleep((outageSeconds * 1000) / 2)
    await production.startProvidersAgain()
    receiver.answers(() => 204)
    await sleep(3000)
    const seen = await stop()
    console.log(`during ${outageSeconds} s without providers`, seen.statuses, seen.said)
    await expect.poll(() => unsentMails(production), { timeout: 120_000, interval: 500 }).toBe(0)
    const batch = async () => ((await (await payAll('GET')).json()) as PaymentBatch).status
    await expect.poll(batch, { timeout: 150_000, interval: 500 }).toBe('done')
    await requirePaidOnce(production, [...payers, all], seen)
    const again = production.visitor()
    expect(await signInThroughProvider(again, { email: 'payer@d1.example' })).toBe('/manage')
  },
  300_000 + outageSeconds * 1000,
)
