import type { Page } from 'playwright-core'

/** The Users tab as the user sees it, by accessible names. */
export function userList(page: Page) {
  const list = page.getByRole('list', { name: 'Users' })
  return {
    list,
    search: page.getByRole('searchbox', { name: 'Search Users' }),
    head: (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`) }),
    /** The open row. */
    panel: list.getByRole('region').first(),
    box: (label: string) => list.getByRole('checkbox', { name: label, exact: true }),
  }
}

export function inviteList(page: Page) {
  const list = page.getByRole('list', { name: 'Invites' })
  return {
    list,
    search: page.getByRole('searchbox', { name: 'Search Invites' }),
    head: (email: string) => list.getByRole('button', { name: email }),
  }
}

export function historyList(page: Page) {
  const grid = page.getByRole('grid', { name: 'History' })
  return {
    grid,
    rows: grid.locator('[data-index]'),
    search: page.getByRole('searchbox', { name: 'Search History' }),
    period: period(page),
    total: page.getByRole('status').filter({ hasText: /^Total: / }),
    choose: async (filter: string, choice: string) => {
      await page.getByRole('combobox', { name: filter }).click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    },
  }
}

/** The filter of a list for a range of days: a chip that opens two fields. */
export function period(page: Page) {
  const popover = page.getByRole('dialog', { name: 'Period' })
  return {
    chip: page.getByRole('button', { name: /^Period/ }),
    popover,
    from: popover.getByRole('textbox', { name: 'From' }),
    to: popover.getByRole('textbox', { name: 'To', exact: true }),
    remove: page.getByRole('button', { name: 'Remove the period filter' }),
  }
}

/** The hint that explains why a control is disabled. */
export function hint(page: Page, text: string) {
  return page.locator('[data-open]:not([role=dialog])').getByText(text)
}
