import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql, { type Sql } from 'sql-template-tag'
import { givenAutoPayBatch } from '../../../test/payments/batches.ts'
import { writePayment, writeRefund } from '../../../test/portal/books.ts'
import { isWaitedFor } from '../../../test/portal/is-waited-for.ts'
import { givenPayer } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'

const portal = testPortal()
const run = (statement: Sql | string) => portal.system.query(statement)
const refused = (constraint: unknown) => ({ code: '23503', constraint })
/** Runs a statement as the tables' owner, within the company. */
async function asOwner(accountId: string, statement: string) {
  await portal.owner.query(`set portal.account = '${accountId}'`)
  return portal.owner.query(statement)
}

describe('the ledger', () => {
  let payment: { invoice: string; id: string }

  beforeAll(async () => {
    const paula = await givenPayer(portal, 'L1')
    const invoice = await portal.given.invoice('L1', 'L-1')
    const { id } = (await paula.post(`/api/invoice/${invoice}/payment`)).json<{ id: string }>()
    payment = { invoice, id }
  })

  /** Returns one statement that writes these amounts under these transactions. */
  function write(
    { invoice, id, account = 'L1' }: { invoice: string; id: string; account?: string },
    ...entries: [transaction: string, cents: number, currency?: string][]
  ) {
    const values = entries.map(
      ([transaction, cents, currency = 'USD']) =>
        `('${account}', '${transaction}', 'receivable', ${invoice}, '${id}', ${cents}, '${currency}')`,
    )
    return run(`
      insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
      values ${values.join(', ')}`)
  }

  test('adds up to zero in each statement, by transaction and currency', async () => {
    const [one, other, alone] = [randomUUID(), randomUUID(), randomUUID()]
    await write(payment, [one, 500], [one, -500], [other, 7], [other, -7])
    for (const [first, ...more] of [
      [[alone, 500]],
      [
        [alone, 500],
        [randomUUID(), -500],
      ],
      [
        [other, 500],
        [other, -499],
      ],
      [
        [one, 500],
        [one, -500, 'EUR'],
      ],
    ] as Parameters<typeof write>[1][][])
      await expect(write(payment, first!, ...more)).rejects.toThrow(/does not add up to zero/)
  })

  test('has entries of a payment, its company and its invoice', async () => {
    await portal.given.company('L2')
    const other = await portal.given.invoice('L1', 'L-2')
    const one = randomUUID()
    for (const wrong of [{ invoice: other }, { id: randomUUID() }, { account: 'L2' }])
      await expect(write({ ...payment, ...wrong }, [one, 500], [one, -500])).rejects.toMatchObject(
        refused('ledger_entry_account_id_payment_id_invoice_id_fkey'),
      )
  })

  test('keeps its payment and the invoice of the payment', async () => {
    const other = await portal.given.invoice('L1', 'L-3')
    for (const statement of [
      'delete from payment_attempt',
      'truncate payment_attempt cascade',
      `update payment_attempt set invoice_id = ${other}`,
      'update payment_attempt set id = gen_random_uuid()',
      `delete from invoice where invoice_number = 'L-1'`,
    ])
      await expect(asOwner('L1', statement), statement).rejects.toMatchObject({ code: '23503' })
  })
})

describe('a charge is never higher', () => {
  let count = 0
  const account = () => `C${count}`
  const number = () => `I${count}`

  beforeEach(async () => {
    count += 1
    await portal.given.company(account())
    await portal.given.invoice(account(), number())
    await portal.owner.query(sql`
      insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year)
      values (${account()}, ${account()}, ${account()}, 'visa', '4242', 1, 2040)`)
  })

  /** Opens an attempt without any rule of the server. */
  async function open(cents: number, isAdopted = false): Promise<string> {
    const error = await run(sql`
      insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency,
                                   actor_name, ip_address, is_adopted)
      select i.account_id, i.id, i.invoice_number, c.id, ${cents}, 'USD', 'Ana', '::1', ${isAdopted}
        from invoice i join card c on c.account_id = i.account_id and c.provider_card_id = i.account_id
       where i.invoice_number = ${number()}`).catch((one: unknown) => one)
    if (!(error instanceof pg.DatabaseError)) return 'opened'
    return error.constraint ?? error.message
  }
  /** Tries one cent more than the amount, and then the amount. */
  const openAround = async (cents: number) => [await open(cents + 1), await open(cents)]
  const atMost = ['charged_at_most_what_is_owed', 'opened']
  const setBalance = (cents: number) =>
    run(sql`update invoice set books_balance_cents = ${cents} where invoice_number = ${number()}`)
  const contain = (payment: string, cents: number, invoice = number()) =>
    run(sql`
      insert into invoice_portal_payment
      select account_id, id, ${payment}, ${cents} from invoice where invoice_number = ${invoice}`)

  test('than the amount, or than a higher balance', async () => {
    expect(await openAround(10_000)).toEqual(atMost)
  })

  test('than a balance above the amount', async () => {
    await setBalance(12_000)
    expect(await openAround(12_000)).toEqual(atMost)
  })

  test.each(['amount_cents = 1', `currency = 'EUR'`, `state = 'failed'`])(
    'a payment that was captured keeps its amount and state: not "%s"',
    async (change) => {
      const payment = await writePayment(portal.owner, number(), 9000, true)
      await expect(
        run(`update payment_attempt set ${change} where id = '${payment}'`),
      ).rejects.toThrow('stays what it is')
    },
  )

  test('than the rest after captured money; returned money does not count', async () => {
    const payment = await writePayment(portal.owner, number(), 9000, true)
    expect(await open(1001)).not.toBe('opened')
    await writeRefund(portal.owner, payment, 4000)
    expect(await openAround(5000)).toEqual(atMost)
  })

  test('than the limit, which payments in the balance raise; those in another invoice count there', async () => {
    const payment = await writePayment(portal.owner, number(), 10_000, true)
    expect(await open(1)).not.toBe('opened')
    await setBalance(3000)
    await contain(payment, 10_000)
    expect(await open(3001)).not.toBe('opened')
    await portal.given.invoice(account(), `O${count}`)
    await contain(payment, 500, `O${count}`)
    expect(await openAround(3500)).toEqual(atMost)
  })

  test('an adopted payment is never refused, and counts for the next one', async () => {
    expect(await open(20_000, true)).toBe('opened')
    expect(await open(1)).not.toBe('opened')
  })
})

describe('payments and items of batches', () => {
  let ours: Refs
  let theirs: Refs
  const ofNone = randomUUID()

  interface Refs {
    card: string
    batch: string
    invoice: string
  }

  async function givenRefs(accountId: string): Promise<Refs> {
    await givenPayer(portal, accountId)
    const batch = await givenAutoPayBatch(portal, accountId, [100, 200])
    const { rows } = await portal.system.query<{ card: string; invoice: string }>(sql`
      select c.id as card, i.id as invoice from card c join invoice i using (account_id)
       where account_id = ${accountId} order by i.id`)
    return { ...rows[0]!, batch }
  }

  beforeAll(async () => {
    ours = await givenRefs('R1')
    theirs = await givenRefs('R2')
  })

  const pay = (invoices: string[], is: { card?: string; batch?: string } = {}, db = run) =>
    db(sql`
      insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, batch_id, amount_cents,
                                   currency, actor_name, ip_address)
      select 'R1', id, 'R1-' || id, ${is.card ?? ours.card}, ${is.batch ?? null}, 100, 'USD', 'AutoPay', 'system'
        from unnest(${invoices}::bigint[]) id`)
  let position = 100
  /** Returns one statement that inserts items of a batch for these invoices. */
  const add = (invoices: string[], batch = ours.batch) =>
    run(sql`
      insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
      select 'R1', ${batch}, ${(position += 10)} + nth, id, 100
        from unnest(${invoices}::bigint[]) with ordinality as two (id, nth)`)
  const given = (number: string) => portal.given.invoice('R1', number, { balance: 100 })
  const endPayments = () =>
    run(`update payment_attempt set state = 'failed', settled_at = now() where account_id = 'R1'`)

  test('refer to a card, a batch and invoices of their own company', async () => {
    for (const [is, key] of [
      [{ card: theirs.card }, 'card_id'],
      [{ card: ofNone }, 'card_id'],
      [{ batch: theirs.batch }, 'batch_id'],
      [{ batch: ofNone }, 'batch_id'],
    ] as const)
      await expect(pay([ours.invoice], is)).rejects.toMatchObject(
        refused(`payment_attempt_account_id_${key}_fkey`),
      )
    for (const batch of [theirs.batch, ofNone])
      await expect(add([ours.invoice], batch)).rejects.toMatchObject(
        refused('payment_batch_item_account_id_batch_id_fkey'),
      )
    for (const invoice of [theirs.invoice, '999999999'])
      for (const [write, table] of [
        [pay, 'payment_attempt'],
        [add, 'payment_batch_item'],
      ] as const)
        await expect(write([ours.invoice, invoice])).rejects.toMatchObject(
          refused(`${table}_account_id_invoice_id_fkey`),
        )
    const two = [ours.invoice, await given('R1-another')]
    expect((await pay(two, { batch: ours.batch })).rowCount).toBe(2)
    expect((await add(two)).rowCount).toBe(2)
  })

  test('keep their invoices, even while these are being paid', async () => {
    const remove = (id: string) => run(sql`delete from invoice where id = ${id}`)
    const inBatch = await given('R1-in-batch')
    await add([inBatch])
    for (const id of [ours.invoice, inBatch])
      await expect(remove(id)).rejects.toMatchObject(
        refused(expect.stringMatching(/^payment_(attempt|batch_item)_account_id_invoice_id_fkey$/)),
      )
    expect((await remove(await given('R1-free'))).rowCount).toBe(1)
    const busy = await given('R1-busy')
    await endPayments()
    const paying = await portal.system.connect()
    await paying.query('begin')
    await pay([ours.invoice, busy], {}, (statement) => paying.query(statement))
    const removal = remove(busy).catch((error: unknown) => error)
    await expect.poll(() => isWaitedFor(paying)).toBe(true)
    await paying.query('commit')
    paying.release()
    expect(await removal).toMatchObject(refused('payment_attempt_account_id_invoice_id_fkey'))
  })

  test('keep their keys, as do invoices, cards and batches', async () => {
    for (const statement of [
      `update payment_attempt set card_id = '${theirs.card}'`,
      'update payment_attempt set batch_id = null where batch_id is not null',
      `update payment_batch_item set batch_id = '${ofNone}'`,
      `update payment_attempt set invoice_id = ${theirs.invoice}`,
      `update payment_batch_item set invoice_id = ${theirs.invoice}`,
      'update invoice set id = default',
      'truncate invoice cascade',
      'update card set id = gen_random_uuid()',
      'delete from card',
      'truncate card cascade',
      'update payment_batch set id = gen_random_uuid()',
      'delete from payment_batch',
      'truncate payment_batch cascade',
    ])
      await expect(asOwner('R1', statement), statement).rejects.toMatchObject({ code: '23503' })
  })
})
