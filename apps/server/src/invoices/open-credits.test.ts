import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
let payer: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1')
  await given.company('B1')
  const credit = { amount: -500, balance: -300 }
  await given.invoice('A1', 'CR-1', credit)
  await given.invoice('A1', 'CR-2', { ...credit, subsidiary: 'MTS-UK' })
  await given.invoice('A1', 'CR-USED', { amount: -500, balance: 0 })
  await given.invoice('A1', 'CR-EUR', { ...credit, currency: 'EUR' })
  await given.invoice('A1', 'CR-HIDDEN', { ...credit, category: 'Hidden' })
  await given.invoice('B1', 'CR-OTHER', credit)
  payer = await portal.person('p@a.example', 'A1', ['AccessInvoices', 'PayInvoices'], ['Licenses'])
})

const named = async (query = '') =>
  (await payer.get(`/api/payment/open-credits${query}`))
    .json<{ invoiceNumber: string; amount: number }[]>()
    .map(({ invoiceNumber, amount }) => `${invoiceNumber} ${amount}`)

test('a payer reads what is left of the credits of the own categories', async () => {
  expect(await named()).toEqual(['CR-1 3', 'CR-2 3'])
})

test('of an invoice, only credits of its selling company', async () => {
  const id = await portal.given.invoice('A1', 'INV-1', { subsidiary: 'MTS-UK' })
  expect(await named(`?invoiceId=${id}`)).toEqual(['CR-2 3'])
})
