import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actingBanner, chooseCompany } from '../../e2e/companies.ts'
import { phone } from '../../e2e/open-visit.ts'
import { maya } from '../../e2e/people.ts'
import { siskin } from '../../e2e/records/equipment-company.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { oneEntry } from '../team/history-entries.ts'
import { now } from '../world.ts'

const { decider } = siskin

function approvals(page: Page) {
  const rows = page.getByRole('grid', { name: 'Requests' }).locator('[data-index]')
  return {
    rows,
    row: (id: string) => rows.filter({ hasText: id }),
    panel: (id: string) => page.getByRole('complementary', { name: `Request ${id}` }),
    asked: page.getByRole('dialog', { name: /^(APPROVE|CANCEL)/ }),
    total: (count: number) => page.getByText(`Total: ${count}`, { exact: true }),
    pager: page.getByRole('navigation', { name: 'Pages of the requests' }),
  }
}

test('requests are found by page, status and words, and the address keeps all of it', async () => {
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
  await page.keyboard.type('nygård')
  await total(1).waitFor()
  await row('SI-110').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('nygård')

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
      terms: null,
    },
  ],
}

test('cancelling asks first, on a phone and from the request’s own address', async () => {
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
  await expect.poll(() => main.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('an unknown request is not found, and a super admin answers for the company acted for', async () => {
  const unknown = { getEquipmentRequest: refusal(404, '') }
  const mine = await screen({ as: decider, at: '/erf/detail/NOPE', answers: unknown })
  mine.problems.expect(/404/)
  await mine.page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await mine.page.goto('/erf?open=NOPE')
  await mine.page.getByText('Failed to load approval details.').waitFor()

  const { page } = await screen({ as: maya, at: '/erf', answers: oneEntry })
  await chooseCompany(page, siskin.name)
  await page.waitForURL('**/manage')
  await page.getByRole('link', { name: 'ERF' }).click()
  await actingBanner(page).waitFor()
  await approvals(page).row('SI-SEEN').click()
  await approvals(page).panel('SI-SEEN').getByRole('button', { name: 'Approve' }).click()
  await approvals(page).asked.getByText('the authority to commit Siskin Trading').waitFor()
})
