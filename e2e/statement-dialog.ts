import type { Page } from 'playwright-core'

export function statementDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'View Customer Statement' })
  return {
    dialog,
    start: dialog.getByRole('textbox', { name: 'Start Date' }),
    end: dialog.getByRole('textbox', { name: 'End Date' }),
    show: dialog.getByRole('button', { name: 'Show here' }),
    fetch: dialog.getByRole('button', { name: 'Fetch Statement' }),
  }
}
