import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyAccount } from '../../test/invoices.ts'
import { runs } from '../../../../tools/random-tests.ts'
import { payAgainQuestion } from './money-back.ts'
import {
  accountRows,
  changedAccountText,
  isPayableByTransfer,
  paymentRows,
  transferCaution,
  type TransferPayable,
} from './bank-transfer.ts'
import type { BankAccount } from './bank-transfer.schema.ts'
import { cardPaymentRefusal, cardRefusals } from './card-payment.ts'

const at = new Date('2026-11-20T12:00:00Z')
const owed: TransferPayable = {
  hasBeenCharged: false,
  isOnHold: false,
  isWaiting: false,
  balanceDueCents: 12_345,
  currency: 'USD',
  moneyBack: null,
}
const settings = { limitCents: 5_000_000, isAutoPayOn: false }

const yesAndNo = [false, true]
const kinds = ['refunded', 'partlyRefunded', 'chargedBack', 'refundPending', 'disputed'] as const

/** Every combination of the facts of an invoice. */
const states = [-1, 0, 1, 49, 50, 5_000_000, 5_000_001].flatMap((balanceDueCents) =>
  yesAndNo.flatMap((hasBeenCharged) =>
    yesAndNo.flatMap((isOnHold) =>
      yesAndNo.flatMap((isWaiting) =>
        ['USD', 'EUR', 'JPY'].flatMap((currency) =>
          [null, ...kinds].map((kind): TransferPayable => {
            const moneyBack = kind && { kind, at }
            return { balanceDueCents, hasBeenCharged, isOnHold, isWaiting, currency, moneyBack }
          }),
        ),
      ),
    ),
  ),
)

test('bank details are shown only if the invoice is owed and undisputed', () => {
  const payable = states.filter(isPayableByTransfer)
  // 5 balances, 3 currencies; no refund or one of three final kinds of refund.
  expect(payable).toHaveLength(5 * 3 * 4)
  for (const state of states) {
    const { hasBeenCharged, isOnHold, isWaiting, balanceDueCents, moneyBack } = state
    const undecided = moneyBack?.kind === 'refundPending' || moneyBack?.kind === 'disputed'
    const settled = !hasBeenCharged && !isOnHold && !isWaiting && !undecided
    const expected = balanceDueCents > 0 && settled
    expect([state, isPayableByTransfer(state)]).toEqual([state, expected])
  }
})

test('a transfer may pay what a card may pay, and invoices that only card payments refuse', () => {
  const forCardsOnly: (string | undefined)[] = [cardRefusals.limit, cardRefusals.minimum]
  for (const state of states) {
    const refusal = cardPaymentRefusal(state, settings.limitCents)
    const isOwedInUsd = state.currency === 'USD' && !state.moneyBack && !state.isWaiting
    const expected = refusal === undefined || forCardsOnly.includes(refusal)
    expect([state, !isOwedInUsd || isPayableByTransfer(state) === expected]).toEqual([state, true])
  }
})

describe('the warning before a transfer', () => {
  test('is usually absent', () => {
    expect(transferCaution(owed, settings)).toBeUndefined()
    expect(transferCaution({ ...owed, currency: 'EUR' }, settings)).toBeUndefined()
  })

  test('names AutoPay, which may charge the invoice, if a card can pay it', () => {
    const on = { ...settings, isAutoPayOn: true }
    expect(transferCaution(owed, on)).toMatch(/^AutoPay is on and may charge this invoice/)
    expect(transferCaution({ ...owed, currency: 'EUR' }, on)).toBeUndefined()
    expect(transferCaution({ ...owed, balanceDueCents: 5_000_001 }, on)).toBeUndefined()
    expect(transferCaution({ ...owed, balanceDueCents: 49 }, on)).toBeUndefined()
  })

  test('is the text before a card payment if the invoice was refunded and not demanded again', () => {
    for (const kind of ['refunded', 'partlyRefunded', 'chargedBack'] as const) {
      const moneyBack = { kind, at }
      const caution = transferCaution({ ...owed, moneyBack }, { ...settings, isAutoPayOn: true })
      expect(caution).toContain(
        'You do not need to pay this invoice unless you were asked to again.',
      )
      expect(payAgainQuestion(moneyBack)).toContain(caution)
    }
  })
})

const account: BankAccount = {
  ...emptyAccount,
  beneficiary: 'Example GmbH',
  bankName: 'Example Bank',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
}

test('an IBAN is shown in groups of four and copied without spaces; empty fields have no row', () => {
  expect(accountRows(account)).toEqual([
    { label: 'Beneficiary', shown: 'Example GmbH', copied: 'Example GmbH' },
    { label: 'IBAN', shown: 'DE89 3704 0044 0532 0130 00', copied: 'DE89370400440532013000' },
    { label: 'BIC (SWIFT)', shown: 'COBADEFFXXX', copied: 'COBADEFFXXX' },
    { label: 'Bank', shown: 'Example Bank', copied: 'Example Bank' },
  ])
})

test('the text of an unconfirmed account names the account to use', () => {
  const changed = { on: '2026-11-28', account }
  const all =
    'Not confirmed: Beneficiary Example GmbH, IBAN DE89 3704 0044 0532 0130 00, BIC (SWIFT) COBADEFFXXX, Bank Example Bank.'
  expect(changedAccountText(changed, account)).toBe(
    `The bank details were changed on 11/28/2026. Until we confirm the change, the former account shown here is the valid one. ${all}`,
  )
  expect(changedAccountText(changed, null)).toBe(
    `The bank details were changed on 11/28/2026. We have not confirmed the change yet: do not transfer to it. ${all}`,
  )
})

test('a sort code is shown in pairs, account and routing numbers are shown unchanged', () => {
  const british = { ...account, iban: '', sortCode: '123456', accountNumber: '12345678' }
  const rows = accountRows({ ...british, routingNumber: '123456780' })
  expect(rows.slice(1, 4)).toEqual([
    { label: 'Account number', shown: '12345678', copied: '12345678' },
    { label: 'Sort code', shown: '12-34-56', copied: '123456' },
    { label: 'Routing number (ABA)', shown: '123456780', copied: '123456780' },
  ])
})

test('the amount has the decimals of its currency, and is copied without sign and commas', () => {
  const amount = (cents: number, currency: string) => paymentRows(cents, currency, 'INV-1')[0]
  expect(amount(512_385, 'EUR')).toEqual({ label: 'Amount', shown: '€5,123.85', copied: '5123.85' })
  expect(amount(512_385, 'JPY')).toMatchObject({ shown: '¥512,385', copied: '512385' })
  expect(amount(512_385, 'KWD')).toMatchObject({ copied: '512.385' })
  expect(paymentRows(1, 'EUR', 'INV-1')[1]).toMatchObject({ label: 'Reference', copied: 'INV-1' })
})

test('the shown value has the same characters as the copied one', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9A-Z]{${length}}$`))
  fc.assert(
    fc.property(digits(22), digits(6), (iban, sortCode) => {
      for (const { shown, copied } of accountRows({ ...account, iban, sortCode }))
        expect(shown.replaceAll(/[ -]/g, '')).toBe(copied.replaceAll(/[ -]/g, ''))
    }),
    { numRuns: runs(100) },
  )
})
