import type { EquipmentLine, EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import { expect, test } from 'vitest'
import { approvals } from '../../e2e/approvals-page.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { follow } from '../../e2e/navigation.ts'
import { phone } from '../../e2e/open-visit.ts'
import { siskin } from '../../e2e/records/equipment-company.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { now } from '../world.ts'

const { decider } = siskin

test('requests are found by page, status and words, which the address keeps', async () => {
  const { page } = await screen({ as: decider, at: '/erf' })
  const { rows, row, total, pager, panel } = approvals(page)
  await total(25).waitFor()
  await expect.poll(() => rows.count()).toBe(10)
  await expect.poll(() => row('SI-YES').innerText()).toContain('Pending Customer Approval')
  await pager.getByText('1–10').waitFor()
  await pager.getByRole('button', { name: 'Next' }).click()
  await pager.getByText('11–20').waitFor()
  await page.reload()
  await pager.getByText('11–20').waitFor()

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Pending Customer Approval' }).click()
  await expect.poll(() => rows.count()).toBeLessThan(5)
  await page.goto('/erf')
  await total(25).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.insertText('nygård')
  await total(1).waitFor()
  await row('SI-110').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('nygård')

  // One tab stop; Enter opens; Escape closes and restores the focus.
  await row('SI-110').focus()
  await page.keyboard.press('Enter')
  await panel('SI-110').getByText('Ring before 9.').waitFor()
  await page.keyboard.press('Escape')
  await panel('SI-110').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('no such request')
  await page.getByText('No Licenses Found.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await total(25).waitFor()
})

const cancelled = {
  externalOrderStatus: 'Cancelled' as const,
  decisions: [
    {
      decision: 'cancelled' as const,
      decidedBy: 'Sofia Berg',
      decidedAt: now,
      total: 1250.5,
      shownTotal: null,
      terms: null,
    },
  ],
}

test('cancelling requires a confirmation, on a phone and at the address of the request', async () => {
  let request: EquipmentRequest | undefined
  const { page } = await screen({
    as: decider,
    at: '/erf/detail/SI-NO',
    viewport: phone,
    answers: {
      getEquipmentRequest: async (_, recorded) => (request ??= await recorded()),
      cancelEquipmentRequest: () => (request = { ...request!, ...cancelled }),
    },
  })
  const { asked } = approvals(page)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await asked.getByText('Are you sure you want to cancel request SI-NO?').waitFor()
  await asked.getByRole('button', { name: 'Keep Order' }).click()
  await page.getByText('Pending Customer Approval', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await asked.getByRole('button', { name: 'Cancel Order' }).click()
  await page.getByText('Cancelled by Sofia Berg').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  const main = page.getByRole('main')
  await expect.poll(() => isFocused(main)).toBe(true)
})

test('fees that were raised since the dialog was opened are approved with both sums', async () => {
  let fee = 1250.5
  let request: EquipmentRequest | undefined
  let decided: Partial<EquipmentRequest> = {}
  const { page, desk, problems } = await screen({
    as: decider,
    at: '/erf/detail/SI-NO',
    viewport: phone,
    answers: {
      getEquipmentRequest: async (_, recorded) => {
        request = await recorded()
        const [item] = request.lineItems.lineItems
        const lineItems = [{ ...item!, installationFee: fee }]
        return { ...request, ...decided, total: fee, lineItems: { lineItemCount: 1, lineItems } }
      },
      approveEquipmentRequest: ({ body: { shown } }) => {
        if (shown![0]!.installationFee < fee) return refusal(409, 'This request has changed.')
        decided = { externalOrderStatus: 'Order Submitted' }
        return { ...request!, ...decided }
      },
    },
  })
  problems.expect(/status of 409/)
  const { asked } = approvals(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await asked.getByText('$1,250.50').waitFor()
  fee = 9000
  await asked.getByRole('button', { name: 'Approve', exact: true }).click()
  await asked.getByText('This request has changed.').waitFor()
  await asked.getByText('It was $1,250.50 when you opened this, and is $9,000.00 now.').waitFor()
  const again = asked.getByRole('button', { name: 'Approve as Changed' })
  await expect.poll(() => isFocused(again)).toBe(true)
  await again.click()
  await page.getByText('Order Submitted', { exact: true }).waitFor()
  const fees = desk
    .asked('approveEquipmentRequest')
    .map(({ body }) => (body as { shown: EquipmentLine[] }).shown[0]!.installationFee)
  expect(fees).toEqual([1250.5, 9000])
})

test('an unknown request is not found', async () => {
  const unknown = { getEquipmentRequest: refusal(404, '') }
  const { page, problems } = await screen({ as: decider, at: '/erf/detail/NOPE', answers: unknown })
  problems.expect(/404/)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await follow(page, '/erf?open=NOPE')
  await page.getByText('Failed to load approval details.').waitFor()
})
