import type { Page } from 'playwright-core'

/** The order area as the user sees it. */
export function orders(page: Page) {
  const tiles = page.getByRole('navigation', { name: 'Orders', exact: true })
  const grid = page.getByRole('grid', { name: 'License orders' })
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const form = page.getByRole('main')
  return {
    tile: (name: string) => tiles.getByRole('button', { name }),
    rows: grid.locator('[data-index]'),
    row: (text: string) => grid.locator('[data-index]').filter({ hasText: text }),
    total: (count: number) => page.getByText(`Total: ${count}`, { exact: true }),
    product: (name: string) =>
      page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${name}`) }),
    held: page.getByRole('region', { name: 'Your licenses' }),
    items: page.getByRole('list', { name: 'Items of the order' }).getByRole('listitem'),
    notes: page.getByLabel('Additional Information'),
    button: (name: string) => form.getByRole('button', { name, exact: true }),
    field: (name: string) => page.getByRole('textbox', { name, exact: true }),
    choose: async (label: string, name: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name, exact: true }).click()
    },
    added: dialog('Added to Order'),
    dialog,
    toast: (text: string) => page.getByText(text, { exact: true }),
  }
}
