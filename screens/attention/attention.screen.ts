import type { AttentionItem } from '@portal/domain/attention/attention.schema'
import { expect, test } from 'vitest'
import { attention, heron } from '../../e2e/attention-items.ts'
import { violations } from '../../e2e/axe.ts'
import { tooWide } from '../../e2e/fits.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { desktop, onPhone, phone } from '../../e2e/open-visit.ts'
import { maya } from '../../e2e/people.ts'
import { emptyAccount } from '../../packages/domain/test/invoices.ts'
import { screen } from '../screen.ts'
import { refusal, type Answers } from '../stub/answers.ts'

const number = 'HERON-1'
const recipient = 'keys@heron.example'
const onHold = 'Invoices on hold'
const item: AttentionItem = {
  accountId: heron.accountId,
  companyName: heron.name,
  id: number,
  subject: number,
  invoiceNumber: number,
  amountCents: 7000,
  currency: 'USD',
  detail: null,
  canAct: true,
  since: '2026-11-23T12:00:00.000Z',
  payments: [
    {
      id: '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e',
      cents: 10_000,
      netCents: 10_000,
      elsewhereCents: 0,
      paidAt: '2026-11-13T12:00:00.000Z',
    },
  ],
  bankAccounts: null,
}
const mail: AttentionItem = {
  ...item,
  id: 'm-1',
  subject: recipient,
  invoiceNumber: null,
  amountCents: null,
  currency: null,
  detail: '550 5.1.1 mailbox unknown',
  payments: null,
}
const list = (
  key: 'onHold' | 'mails' | 'bankAccounts' | 'superAdmins' | 'licenses' | 'licenseLinks',
  ...items: AttentionItem[]
) => ({
  key,
  total: items.length,
  items,
})
const page = (...lists: ReturnType<typeof list>[]) => ({ stops: [], lists })
const given = (...lists: ReturnType<typeof list>[]): Answers => ({
  countAttention: { total: lists.length },
  listAttention: page(...lists),
})

// The effect of each action is tested in resolve-item.test.ts of the server.
test('a pause of AutoPay is shown at the top, and ends only after a confirmation about the records', async () => {
  const { page, desk } = await screen({
    as: maya,
    at: '/attention',
    answers: {
      countAttention: { total: 0 },
      listAttention: {
        stops: [{ kind: 'automatic', reason: 'Commits were lost', stoppedAt: item.since }],
        lists: [],
      },
    },
  })
  const { dialog } = attention(page)
  await page.getByText('Reason: Commits were lost').waitFor()
  await page.getByRole('button', { name: 'Start again' }).click()
  const start = dialog.getByRole('button', { name: 'Start again' })
  await expect.poll(() => start.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByRole('checkbox').click()
  const message = 'AutoPay and payments of several invoices are on again.'
  desk.answer({ startCharging: { message }, listAttention: { stops: [], lists: [] } })
  await start.click()
  await page.getByText(message).waitFor()
  await page.getByText('Reason: Commits were lost').waitFor({ state: 'detached' })
  const shown = { reason: 'Commits were lost', stoppedAt: item.since }
  const body = { kind: 'automatic', booksWereSentAgain: true, shown }
  expect(desk.asked('startCharging')[0]?.body).toEqual(body)
})

test('the keyboard leads to the page, into the dialog and out of it', async () => {
  const { page, desk } = await screen({
    as: maya,
    at: '/ture',
    answers: given(list('mails', mail)),
  })
  const { badge, item, dialog } = attention(page)
  await badge.focus()
  await page.keyboard.press('Enter')
  const button = item('Undelivered emails', recipient).getByRole('button', { name: /^Give up/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(button)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Give up' }).focus()
  const message = `The email to ${recipient} will not be sent again.`
  desk.answer({ resolveItem: { message }, ...given() })
  await page.keyboard.press('Enter')
  await item('Undelivered emails', recipient).waitFor({ state: 'detached' })
  const start = () => page.evaluate(() => document.activeElement?.id)
  await expect.poll(start).toBe('main')
})

test('lists and dialogs meet WCAG 2.2 AA', async () => {
  const { page } = await screen({
    as: maya,
    at: '/attention',
    bypassCSP: true,
    answers: given(list('onHold', item)),
  })
  const held = attention(page).item(onHold, number)
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await held.waitFor()
    expect(await violations(page)).toEqual([])
    await held.getByRole('button', { name: /^Explain balance/ }).click()
    await attention(page).dialog.waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await attention(page).dialog.waitFor({ state: 'detached' })
  }
})

test('a balance that changed meanwhile is explained with both values and the entries, by one button that has the focus', async () => {
  const { page, problems, desk } = await screen({
    as: maya,
    at: '/attention',
    ...onPhone,
    answers: given(list('onHold', item)),
  })
  problems.expect(/409/)
  const { item: row, dialog } = attention(page)
  await row(onHold, number).getByRole('button', { name: 'Explain balance' }).click()
  await dialog.getByRole('textbox').fill('50')
  desk.answer({
    resolveItem: () => {
      desk.answer(given(list('onHold', { ...item, amountCents: 6000 })))
      return refusal(409, 'The item has changed.')
    },
  })
  await dialog.getByRole('button', { name: 'Explain balance' }).click()
  await dialog.getByText('The item has changed.').waitFor()
  await dialog.getByText(/^It was HERON-1, \$70\.00, .*, and is HERON-1, \$60\.00, /).waitFor()
  expect(await tooWide(page)).toEqual([])
  const both = dialog.getByRole('button', { name: 'Explain balance as changed' })
  await expect.poll(() => isFocused(both)).toBe(true)
  const message = `Invoice ${number} is explained: $60.00 of it can be paid.`
  desk.answer({ resolveItem: { message }, ...given() })
  await both.click()
  await page.getByText(message).waitFor()
  const payments = [{ cents: 5000 }]
  expect(desk.asked('resolveItem').map(({ body }) => body)).toMatchObject([
    { payments, shown: { amountCents: 7000 } },
    { payments, shown: { amountCents: 6000 } },
  ])
})

test('the dialog of an item that a colleague resolved first can only be closed', async () => {
  const { page, problems, desk } = await screen({
    as: maya,
    at: '/attention',
    answers: given(list('mails', mail)),
  })
  problems.expect(/409/)
  const { item: row, dialog } = attention(page)
  await row('Undelivered emails', recipient)
    .getByRole('button', { name: /^Give up/ })
    .click()
  desk.answer({
    resolveItem: () => {
      desk.answer(given())
      return refusal(409, 'Omar Haas already resolved it.')
    },
  })
  await dialog.getByRole('button', { name: 'Give up' }).click()
  await dialog.getByText('Omar Haas already resolved it.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Give up' }).count()).toBe(0)
})

test('changed bank details are compared field by field, and the shown values are confirmed', async () => {
  const valid = {
    ...emptyAccount,
    beneficiary: 'Example Software GmbH',
    bankName: 'Example Bank AG',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    note: 'Transfers arrive after two working days.',
  }
  const stored = { ...valid, iban: 'DE79000000001234567890', note: '' }
  const change: AttentionItem = {
    ...mail,
    accountId: null,
    companyName: null,
    subject: 'MTS-EU EUR',
    detail: 'Account ending in 7890, was 3000; by API key ERP (portal_1a2b3c4d)',
    bankAccounts: { valid, stored },
  }
  const { page, desk } = await screen({
    as: maya,
    at: '/attention',
    bypassCSP: true,
    answers: given(list('bankAccounts', change)),
  })
  const { item: row, dialog } = attention(page)
  await row('Changed bank details', 'MTS-EU EUR')
    .getByRole('button', { name: /^Confirm/ })
    .click()
  const cells = (name: string) =>
    dialog.getByRole('row', { name }).getByRole('cell').allInnerTexts()
  await dialog.getByRole('columnheader', { name: 'To confirm' }).waitFor()
  expect(await cells('IBAN')).toEqual([
    'DE89 3704 0044 0532 0130 00',
    'DE79 0000 0000 1234 5678 90',
  ])
  expect(await cells('Note')).toEqual([valid.note, '–'])
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    expect(await tooWide(page)).toEqual([])
    expect(await violations(page)).toEqual([])
  }
  const message = 'The bank details of MTS-EU EUR are confirmed.'
  desk.answer({ resolveItem: { message }, ...given() })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(message).waitFor()
  expect(desk.asked('resolveItem')[0]?.body).toMatchObject({
    shown: { bankAccounts: { valid, stored } },
  })
})

test('a user who needs attention is one click away; names of settings are shown as code', async () => {
  const id = '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e'
  const { page } = await screen({
    as: maya,
    at: '/attention',
    answers: {
      ...given(list('superAdmins', { ...mail, id, subject: 'gil@heron.example' })),
      listEquipmentRequests: [],
      listMyCategories: [],
      listUsers: [],
      listCategories: [],
      listAccessRequests: [],
    },
  })
  const section = page.getByRole('region', { name: /Super admins outside the provider/ })
  await section.locator('code', { hasText: /^PROVIDER_DOMAIN$/ }).waitFor()
  await section.getByRole('button', { name: 'gil@heron.example' }).click()
  await page.waitForURL(/\/users\?/)
  await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBe(id)
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
})

test('an ordered license is linked to a possible record, or all equal ones together', async () => {
  const ordered = 'Ordered by Lia Ortega on 11/02/2026 (P-79).'
  const may: AttentionItem = {
    ...mail,
    id: 'P-108 R7',
    subject: 'TT Pro on ICE for ann',
    detail: `${ordered} R7 may be it: TT Pro on Eurex for ann, since 11/03/2026.`,
  }
  const same: AttentionItem = {
    ...may,
    id: 'P-109 R8',
    subject: 'TT Pro on ICE for ben',
    detail: `${ordered} R8 has all the same words, since 11/03/2026.`,
  }
  const none: AttentionItem = {
    ...may,
    id: 'P-110',
    subject: 'TT Pro on ICE for cleo',
    detail: `${ordered} Provisioned, but no record may be it.`,
    canAct: false,
  }
  const by: AttentionItem = {
    ...may,
    id: 'P-90',
    subject: 'P-90 is R1',
    detail: 'Linked by Omar Haas',
  }
  const links = list('licenseLinks', by)
  const { page, desk } = await screen({
    as: maya,
    at: '/attention',
    answers: given(list('licenses', may, same, none), links),
  })
  const { item: row, dialog } = attention(page)
  const buttons = async (one: AttentionItem) =>
    row('License orders without a match', one.subject).getByRole('button').allInnerTexts()
  await row('Licenses linked by hand', by.subject).getByRole('button', { name: 'Part' }).waitFor()
  expect(await buttons(may)).toEqual([heron.name, 'Link'])
  expect(await buttons(same)).toEqual([heron.name, 'Link', 'Link all exact matches'])
  expect(await buttons(none)).toEqual([heron.name])
  await row('License orders without a match', may.subject)
    .getByRole('button', { name: /^Link:/ })
    .click()
  await dialog.getByText(may.detail!).waitFor()
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    expect(await tooWide(page)).toEqual([])
  }
  const message = 'P-108 and R7 are one license now.'
  desk.answer({ resolveItem: { message }, ...given(list('licenses', same, none), links) })
  await dialog.getByRole('button', { name: 'Link' }).click()
  await page.getByText(message).waitFor()
  expect(desk.asked('resolveItem')[0]?.body).toMatchObject({
    id: may.id,
    shown: { subject: may.subject, detail: may.detail },
  })
})
