import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../../e2e/axe.ts'
import { tooSmall, tooWide } from '../../e2e/fits.ts'
import { openActions } from '../../e2e/folded.ts'
import { follow } from '../../e2e/navigation.ts'
import { desktop, onPhone, phone } from '../../e2e/open-visit.ts'
import { payment } from '../../e2e/payment.ts'
import { ana, paula, yara } from '../../e2e/people.ts'
import { qrOnScreen } from '../../e2e/read-qr.ts'
import { screen } from '../screen.ts'

function transfer(page: Page) {
  const panel = page.getByRole('region', { name: 'Bank transfer' })
  return {
    panel,
    details: panel.locator('dl'),
    code: panel.getByRole('img', { name: /^QR code/ }),
    value: (label: string) =>
      panel.locator('dl > div').filter({ hasText: label }).first().locator('dd').first(),
  }
}

const copiedOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('an invoice in EUR shows how to pay it, to copy and to scan, on a desktop and a phone; a pending one does not', async () => {
  const at = '/invoices/detail/MTS-S034'
  const { page, context } = await screen({ as: ana, at, bypassCSP: true })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { panel, value, code } = transfer(page)
  await code.waitFor()
  await expect.poll(() => value('IBAN').innerText()).toBe('DE79 0000 0000 1234 5678 90')
  await expect.poll(() => value('Amount').innerText()).toBe('€5,123.85')
  await expect.poll(() => value('Reference').innerText()).toBe('MTS-S034')
  await panel.getByRole('button', { name: 'Copy IBAN' }).click()
  await panel.getByRole('status').getByText('Copied').waitFor()
  await expect.poll(() => copiedOf(page)).toBe('DE79000000001234567890')
  await panel.getByRole('button', { name: 'Copy Amount' }).click()
  await expect.poll(() => copiedOf(page)).toBe('5123.85')
  await panel.getByRole('status').getByText('Copied').first().waitFor({ state: 'detached' })
  for (const [viewport, least] of [
    [desktop, 24],
    [phone, 40],
  ] as const) {
    await page.setViewportSize(viewport)
    expect((await qrOnScreen(code))?.split('\n').slice(3)).toEqual([
      'SCT',
      'EXMPDEFFXXX',
      'Meridian Trading Systems Europe Ltd',
      'DE79000000001234567890',
      'EUR5123.85',
      '',
      '',
      'MTS-S034',
    ])
    expect(await tooWide(page)).toEqual([])
    expect(await tooSmall(page, least)).toEqual([])
  }
  expect(await violations(page)).toEqual([])
  await follow(page, '/invoices/detail/MTS-S024')
  await page.getByRole('heading', { name: 'Invoice MTS-S024' }).waitFor()
  await page.getByText('Remaining Balance Due').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await panel.count()).toBe(0)
})

test('page and dialog of an invoice above the card limit offer a transfer, on a desktop and a phone', async () => {
  const at = '/invoices/detail/MTS-S021'
  const { page, context, desk } = await screen({ as: paula, at, bypassCSP: true })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { dialog, alert } = payment(page)
  const { panel, details } = transfer(page)
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await panel.getByText('Invoice exceeds the allowed limit for credit card payments.').waitFor()
    await details.waitFor()
    await openActions(page)
    await page.getByRole('button', { name: 'Pay By Credit Card' }).click()
    await alert.getByText('Invoice exceeds the allowed limit').waitFor()
    await dialog.getByText('Routing number (ABA)').waitFor()
    await dialog.getByText('$50,000.01').waitFor()
    expect(await dialog.getByRole('img').count()).toBe(0)
    // With the keyboard, and announced to screen readers.
    await dialog.getByRole('button', { name: 'Copy Account number' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('status').getByText('Copied').waitFor()
    await expect.poll(() => copiedOf(page)).toBe('000123456789')
    expect(await tooWide(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  // The dialog shows the bank details of the moment at which it opens.
  desk.answer({
    getInvoice: async (_, recorded) =>
      JSON.parse(
        JSON.stringify(await recorded()).replaceAll('000123456789', '000999999999'),
      ) as Awaited<ReturnType<typeof recorded>>,
  })
  await openActions(page)
  await page.getByRole('button', { name: 'Pay By Credit Card' }).click()
  await dialog.getByText('000999999999').waitFor()
  expect(await dialog.getByText('000123456789').count()).toBe(0)
})

test('if a card can pay, bank transfer is beside the lines, on a phone one tap away, and one in the dialog', async () => {
  const { page } = await screen({ as: paula, at: '/invoices/detail/MTS-S018' })
  const { panel, details } = transfer(page)
  await details.waitFor()
  await page.setViewportSize(phone)
  await follow(page, '/ture')
  await details.waitFor({ state: 'detached' })
  await follow(page, '/invoices/detail/MTS-S018')
  await panel.getByText('Pay by bank transfer').waitFor()
  expect(await details.isVisible()).toBe(false)
  await panel.getByText('Pay by bank transfer').click()
  await details.waitFor()
  const { dialog, pay } = payment(page)
  await page.getByRole('button', { name: 'Pay By Credit Card' }).click()
  await pay.waitFor()
  await dialog.getByText('Pay by bank transfer instead').click()
  await dialog.getByText('000123456789').waitFor()
  // A user who reads bank details is not led to the card.
  await dialog
    .getByText('Pay it by bank transfer as below, or in full by card: not both.')
    .waitFor()
  await dialog.getByRole('button', { name: /^Pay \$[\d,.]+ by card$/ }).waitFor()
})

test('an invoice that "pay all" leaves for bank transfer links to its details: on a phone open under the summary, values that differ with each payment first', async () => {
  const { page } = await screen({ as: paula, at: '/invoices?payAll=open', ...onPhone })
  await page.getByRole('dialog').getByRole('link', { name: 'MTS-S034' }).tap()
  const { details, code } = transfer(page)
  await code.waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/invoices/detail/MTS-S034')
  await page.getByRole('button', { name: 'Summary [PDF]' }).waitFor()
  expect((await details.boundingBox())!.y).toBeLessThan(phone.height / 2)
  const labels = await details.locator('dt').allInnerTexts()
  expect(labels.slice(0, 3)).toEqual(['Reference', 'Amount', 'Beneficiary'])
  await page.getByRole('button', { name: 'More actions' }).tap()
  const card = page.getByRole('button', { name: 'Pay By Credit Card' })
  await expect.poll(() => card.getAttribute('aria-disabled')).toBe('true')
})

test('without bank details the page names a contact, and shows no account', async () => {
  const { page } = await screen({ as: yara, at: '/invoices/detail/Y-JPY' })
  const { panel, details } = transfer(page)
  await panel.getByText('please ask billing@meridian.example for the bank details').waitFor()
  const mail = panel.getByRole('link', { name: 'Write an email' })
  await expect
    .poll(() => mail.getAttribute('href'))
    .toMatch(/^mailto:billing@meridian\.example\?subject=.*Y-JPY/)
  expect(await details.count()).toBe(0)
})

test('unconfirmed details are mentioned beside the former ones, which alone can be copied', async () => {
  const iban = 'DE89370400440532013000'
  const { page } = await screen({
    as: ana,
    at: '/invoices/detail/MTS-S034',
    answers: {
      getInvoice: async (_, recorded) => {
        const invoice = await recorded()
        const { account } = invoice.bankTransfer!
        const changed = { on: '2026-11-28', account: { ...account!, iban } }
        return { ...invoice, bankTransfer: { ...invoice.bankTransfer!, changed } }
      },
    },
  })
  const { panel, value, code } = transfer(page)
  await panel.getByText(/changed on 11\/28\/2026.*Not confirmed: .*IBAN DE89 3704/).waitFor()
  expect(await value('IBAN').innerText()).toBe('DE79 0000 0000 1234 5678 90')
  expect(await qrOnScreen(code)).not.toContain(iban)
  await page.setViewportSize(phone)
  expect(await tooWide(page)).toEqual([])
})
