import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { orders } from './license-pages.ts'
import { onPhone } from './open-visit.ts'
import { accept, addGateway, draftOf, isKept, saveDraft } from './order-steps.ts'
import { plover } from './records/draft-company.ts'

const at = '/licenses?show=orders'
const { ann, ben } = plover

test('a colleague changes, submits and deletes the draft that is being changed', async () => {
  const [first, second] = [await visit({ as: ann, at }), await visit({ as: ben, at, ...onPhone })]
  const [anns, bens] = [orders(first.page), orders(second.page)]
  const moved = (text: string) => first.page.getByRole('alert').filter({ hasText: text })
  const open = async (id: string) => {
    for (const { page } of [first, second]) {
      await page.goto(`${at}&draft=${id}`)
      await page.getByRole('heading', { name: `Draft #P-${id}` }).waitFor()
    }
  }
  first.problems.expect(/status of 40[49]/)
  await addGateway(first.page)
  await saveDraft(first.page, 'a draft of two')
  const id = await draftOf(first.page, 'a draft of two')
  await open(id)
  await anns.notes.fill('what Ann says')
  await isKept(first.page)
  await saveDraft(second.page, 'what Ben says')
  // Ann saves without having seen the change.
  await anns.button('Save Draft').click()
  const changed = moved(`Ben Drafter changed draft #P-${id}.`)
  await changed.getByRole('button', { name: 'Open the newer draft' }).click()
  await expect.poll(() => anns.notes.inputValue()).toBe('what Ben says')

  await second.page.goto(`${at}&draft=${id}`)
  await anns.notes.fill('Ann again')
  await isKept(first.page)
  await bens.button('Submit Order').click()
  await accept(second.page).click()
  await second.page.getByText('Order submitted.').first().waitFor()
  await anns.button('Save Draft').click()
  const submitted = moved(`Ben Drafter submitted draft #P-${id}.`)
  await submitted.getByRole('link', { name: 'Open the order' }).click()
  await first.page.locator('[data-side-panel]').getByText('what Ben says').waitFor()
  await first.page.goto('/license/review')
  await submitted.getByRole('button', { name: 'Save mine as a new draft' }).click()
  await anns.row('Ann again').waitFor()

  const own = await draftOf(first.page, 'Ann again')
  await open(own)
  await anns.notes.fill('not lost')
  await isKept(first.page)
  await second.page.goto(`${at}&order=${own}`)
  await second.page.locator('[data-side-panel]').getByRole('button', { name: 'Delete' }).click()
  await bens.dialog('Delete Draft').getByRole('button', { name: 'Delete' }).click()
  await second.page.getByText('Draft deleted.').first().waitFor()
  await anns.button('Save Draft').click()
  const deleted = moved(`Draft #P-${own} was deleted.`)
  await deleted.getByRole('button', { name: 'Save mine as a new draft' }).click()
  await anns.row('not lost').waitFor()
})
