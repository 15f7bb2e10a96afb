import type { Page } from 'playwright-core'
import { callAt } from './call-at.ts'
import { isPhone, openFilters } from './folded.ts'
import { viktor } from './records/views-company.ts'

/** The saved views as the user sees them: a menu, or the sheet of filters of a phone. */
export function invoiceViews(page: Page) {
  const trigger = page.getByRole('button', { name: /^(Views|View: .*)$/ })
  const open = async () => {
    if (isPhone(page)) await openFilters(page)
    else await trigger.click()
  }
  const dialog = (name: string) => page.getByRole('dialog', { name })
  return {
    trigger,
    open,
    choose: async (name: string | RegExp) => {
      await open()
      await page
        .getByRole('menuitem', { name })
        .or(page.getByRole('menuitemradio', { name }))
        .or(page.getByRole('dialog').getByRole('button', { name }))
        .click()
    },
    save: async (name: string, isDefault = false) => {
      const form = dialog('Save view')
      await form.getByRole('textbox', { name: 'Name' }).fill(name)
      if (isDefault) await form.getByRole('checkbox').click()
      await form.getByRole('button', { name: 'Save' }).click()
    },
    saving: dialog('Save view'),
    managing: dialog('Manage views'),
  }
}

/** Views with names that are hard to display; a repeat changes nothing. */
export async function saveViews(page: Page): Promise<void> {
  const views = [
    { name: 'Open in USD', search: { status: 'open', currency: 'USD', sort: 'due' } },
    { name: 'للدفع هذا الشهر', search: { due: '30' }, isDefault: true },
    { name: `Everything about ${'terminals '.repeat(4)}`.trim(), search: { q: 'Terminals' } },
    { name: '<script>alert(1)</script>', search: { min: '100', max: '2500' } },
  ]
  for (const [nth, view] of views.entries())
    await callAt(new URL(page.url()).origin, viktor.user, 'post', '/invoice/views', {
      id: `00000000-0000-4000-8000-00000000000${nth}`,
      ...view,
    })
  await page.reload()
}
