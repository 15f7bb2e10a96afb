import type { Page } from 'playwright-core'

/** The order area as the user sees it. */
export function orders(page: Page) {
  const tiles = page.getByRole('navigation', { name: 'Orders', exact: true })
  const grid = page.getByRole('grid', { name: 'License orders' })
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const form = page.getByRole('main')
  const held = page.getByRole('grid', { name: 'Your licenses' })
  return {
    tile: (name: string) => tiles.getByRole('button', { name }),
    rows: grid.locator('[data-index]'),
    row: (text: string) => grid.locator('[data-index]').filter({ hasText: text }),
    total: (count: number) => page.getByText(`Total: ${count}`, { exact: true }),
    product: (name: string) =>
      page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${name}`) }),
    /** The company's licenses; each row by a text in it. */
    held,
    heldRow: (text: string) => held.locator('[data-index]').filter({ hasText: text }),
    /** The company's licenses of the chosen product. */
    heldOfProduct: (name: string) =>
      page.getByRole('list', { name: `Your licenses of ${name}` }).getByRole('listitem'),
    heldBox: (text: string) =>
      held.locator('[data-index]').filter({ hasText: text }).getByRole('checkbox'),
    selection: page.getByRole('region', { name: 'Selection' }),
    /** The second step of Change and Cancel, for any number of licenses. */
    step: page.getByRole('dialog', { name: /^(Change|Cancel) [\d,]+ licenses?$/ }),
    /** Shows the products instead of the list. */
    products: () =>
      page
        .getByRole('group', { name: 'Choose from' })
        .getByRole('button', { name: /products/i })
        .click(),
    items: page.getByRole('list', { name: 'Items of the order' }).getByRole('listitem'),
    notes: page.getByLabel('Additional Information'),
    button: (name: string) => form.getByRole('button', { name, exact: true }),
    field: (name: string) => page.getByRole('textbox', { name, exact: true }),
    choose: async (label: string, name: string) => {
      const box = page.getByRole('combobox', { name: label, exact: true })
      const option = page.getByRole('option', { name, exact: true })
      // On a busy machine a click while the list opens is mistaken for the end of the first click, or hits the next
      // option.
      for (let turn = 0; turn < 3 && !(await box.innerText()).includes(name); turn += 1) {
        await box.click()
        await option.click()
        await option.waitFor({ state: 'hidden', timeout: 2000 }).catch(() => option.click())
      }
    },
    added: page.getByRole('dialog', { name: /^Items? added to order\.$/ }),
    dialog,
    toast: (text: string) => page.getByText(text, { exact: true }),
  }
}
