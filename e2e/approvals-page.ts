import type { Page } from 'playwright-core'

export function approvals(page: Page) {
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
