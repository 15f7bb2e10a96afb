import type { Page } from 'playwright-core'

export function tasksOf(page: Page) {
  const list = page.getByRole('list', { name: 'Waiting for you' })
  const rows = list.getByRole('listitem')
  return {
    list,
    task: (title: string) => rows.filter({ hasText: title }),
    titles: () => rows.locator('b').allInnerTexts(),
  }
}
