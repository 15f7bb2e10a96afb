import type { Page } from 'playwright-core'

/** A user's actions with questions about the lines of an invoice. */
export function questions(page: Page) {
  const dialog = page.getByRole('dialog', { name: /^Ask about line/ })
  return {
    dialog,
    /** A layer; beside the lines where there is room. */
    panel: page
      .getByRole('dialog', { name: /^Questions about/ })
      .or(page.getByRole('complementary', { name: /^Questions about/ })),
    bar: page.getByRole('region', { name: 'Questions', exact: true }),
    /** The button of a line, by its accessible name. */
    button: (name: string) =>
      page.getByRole('grid', { name: 'Line items' }).getByRole('button', { name, exact: true }),
    message: dialog.getByRole('textbox', { name: 'Your question' }),
    send: dialog.getByRole('button', { name: 'Send' }),
  }
}

/** Asks about a line, unless it was asked before. */
export async function askOnce(page: Page, line: string, message: string): Promise<void> {
  const { button, message: field, send } = questions(page)
  const ask = button(`Ask about ${line}`)
  await ask.or(button(`Asked, ${line}`)).waitFor()
  if (!(await ask.isVisible())) return
  await ask.click()
  await field.fill(message)
  await send.click()
  await button(`Asked, ${line}`).waitFor()
}
