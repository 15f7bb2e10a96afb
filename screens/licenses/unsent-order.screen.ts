import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type {
  DraftState,
  KeptUnsentOrder,
  SaveOrder,
} from '@portal/domain/licenses/licenses.schema'
import { orders } from '../../e2e/license-pages.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { as, building, gateway, orderOf } from './given-orders.ts'

const at = '/license/review'
const cme = { ...gateway, productSku: '30010' }
const isKept = (page: Page) => page.getByText(/kept for you only/i).waitFor()
const focus = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
const mirror = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('order') ?? 'null') as object | null)

test('a change is repeated on the order that another window stored; a change that no longer applies is dropped and reported', async () => {
  const order = building([gateway])
  const { page, problems } = await screen({ as, at, answers: order.kept })
  problems.expect(/409/)
  const { items, dialog, notes, button } = orders(page)
  await items.getByText('ICE Gateway').waitFor()
  order.elsewhere([gateway, cme])
  await notes.fill('Call first')
  await expect.poll(() => items.count()).toBe(2)
  await isKept(page)
  expect(order.now().order!.data).toMatchObject({ notes: 'Call first', lineItems: [{}, {}] })
  expect(await mirror(page)).toEqual({
    user: { id: expect.any(String) as string, accountId: '20069' },
    data: order.now().order!.data,
  })

  order.elsewhere([{ ...gateway, userName: 'other.user' }, cme], 'Call first')
  await page.getByRole('button', { name: 'Delete item 1, ICE Gateway' }).click()
  await dialog('Delete Item').getByRole('button', { name: 'Delete' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText('Your order was changed in another window.').waitFor()
  await alert.getByText('Not done: Delete ICE Gateway, ').waitFor()
  await items.getByText('other.user').waitFor()
  expect(await dialog('Delete Item').count()).toBe(0)

  // Typed text stays until the person has decided.
  order.elsewhere([cme], 'From the phone')
  await notes.fill('Mine')
  await page.getByText(/^Not in the order: .* It has: “.*From the phone.*”$/).waitFor()
  expect(await notes.inputValue()).toBe('Mine')
  await expect.poll(() => button('Save Draft').getAttribute('aria-disabled')).toBe('true')
  await notes.fill('Mine, read')
  await isKept(page)
  expect(order.now().order!.data.notes).toBe('Mine, read')
  order.elsewhere([cme], 'From the laptop')
  await notes.fill('Mine again')
  await button('Discard mine').click()
  await expect.poll(() => notes.inputValue()).toBe('From the laptop')
  await button('Clear Order').click()
  await dialog('Clear Order').getByRole('button', { name: 'Clear Order' }).click()
  await expect.poll(() => order.now().order).toBeNull()
})

test('without a network the order cannot be changed and shows why; typed notes wait for the network', async () => {
  const order = building([gateway])
  const answers = { ...order.kept, ...order.saved }
  const { page, context, problems, desk } = await screen({ as, at, answers })
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const { items, button, notes } = orders(page)
  /** Why the three buttons are disabled. */
  const offline = Array.from({ length: 3 }, () => 'You are offline.')
  await items.getByText('ICE Gateway').waitFor()
  await context.setOffline(true)
  await expect.poll(() => page.locator('span[hidden]').allInnerTexts()).toEqual(offline)
  await notes.fill('Call first')
  await page.getByText('The additional information is in this window only').waitFor()
  for (const name of ['Clear Order', 'Save Draft', 'Submit Order'])
    expect(await button(name).getAttribute('aria-disabled')).toBe('true')
  await context.setOffline(false)
  await isKept(page)
  await button('Save Draft').click()
  await page.getByText('Draft saved.').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?show=orders')
  await expect.poll(() => page.getByText('You have started').count()).toBe(0)
  expect(desk.asked('createOrder')[0]!.body).toMatchObject({
    isDraft: true,
    data: { notes: 'Call first' },
    unsentRevision: 2,
  })
})

test('an item whose response was lost is added once; a save whose response was lost is found', async () => {
  const order = building()
  const answers = { ...order.kept, ...order.saved }
  const { page, problems, desk } = await screen({ as, at: '/licenses?show=add_item', answers })
  problems.expect(/ERR_FAILED/)
  /** The next call reaches the server, and its response is lost. */
  const loseAnswer = (path: RegExp) =>
    page.route(
      path,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  const { product, choose, button, added, notes } = orders(page)
  await product('ICE Gateway').click()
  await choose('Network', 'ICE')
  await loseAnswer(/license\/unsent/)
  await button('Add to Order').click()
  await page.getByRole('alert').getByText('Your order may not be changed.').waitFor()
  await button('Add to Order').click()
  await added.getByText('1 item has been added to your order.').waitFor()
  expect(order.now().order!.data.lineItems).toHaveLength(1)
  await added.getByRole('button', { name: 'Review Order' }).click()
  await notes.waitFor()
  for (const times of [1, 2]) {
    await loseAnswer(/api\/license\?|api\/license$/)
    await button('Save Draft').click()
    await expect.poll(() => desk.asked('createOrder').length).toBe(times)
    await page.getByText('An error occurred. The portal could not be reached.').waitFor()
  }
  // The server treats both as one request.
  const [first, second] = desk.asked('createOrder').map(({ headers }) => headers['idempotency-key'])
  expect([first, second]).toEqual([expect.any(String), first])
  order.elsewhere([])
  Object.assign(order.now(), {
    order: null,
    draft: { id: 90, status: 'Draft', version: 1, changedBy: 'Cora Lind', changedDate: null },
  } satisfies Partial<KeptUnsentOrder>)
  await focus(page)
  await page.getByText('Your order was saved as P-90.').waitFor()
  await page.getByText("You haven't added an item to this order.").waitFor()
})

test('a colleague changed, submitted or deleted the draft: the user opens the newer one, or keeps the own one as a new draft', async () => {
  const order = building([gateway], { id: 61, version: 1, isEdited: true })
  const newer = orderOf(
    { data: { notes: 'what Pat says', lineItems: [cme] }, isDraft: true },
    { id: 61, version: 2 },
  )
  const changeOrder = refusal(409, 'Pat Reyes changed draft #P-61.')
  const answers = { ...order.kept, ...order.saved, getOrder: newer, changeOrder }
  const { page, desk, problems } = await screen({ as, at, answers })
  problems.expect(/409/)
  const { button, notes, items } = orders(page)
  const moved = page.getByRole('alert')
  const edit = async (more: Partial<DraftState>, how: (page: Page) => Promise<unknown> = focus) => {
    const state = { id: 61, status: 'Draft', version: 1, changedBy: 'Pat Reyes' } as const
    order.elsewhere([gateway], '', { ...state, changedDate: null, ...more })
    await how(page)
  }
  const ways = () => moved.locator('button, a').allInnerTexts()
  const open = 'Open the newer draft'
  const save = 'Save mine as a new draft'
  // Saved without a view of the colleague's change.
  await items.getByText('ICE Gateway').waitFor()
  await edit({ version: 2 }, () => button('Save Draft').click())
  await moved.getByText('Pat Reyes changed draft #P-61.').waitFor()
  expect(await ways()).toEqual([open, save])
  await expect.poll(() => button('Save Draft').getAttribute('aria-disabled')).toBe('true')
  await button(open).click()
  await expect.poll(() => notes.inputValue()).toBe('what Pat says')
  await items.getByText('CME Gateway').waitFor()
  await moved.waitFor({ state: 'detached' })

  await edit({ status: 'Deleted', version: 0, changedBy: null })
  await moved.getByText('Draft #P-61 was deleted.').waitFor()
  expect(await ways()).toEqual([save])
  await edit({ status: 'Submitted' })
  await moved.getByText('Pat Reyes submitted draft #P-61.').waitFor()
  expect(await ways()).toEqual(['Open the order', save])
  await button(save).click()
  await page.getByText('Draft saved.').waitFor()
  expect(desk.asked('createOrder')[0]!.body as SaveOrder).toMatchObject({ isDraft: true })
})

test('an order that a page of the previous release could not send is sent once, and does not replace a newer order', async () => {
  const order = building()
  const { page } = await screen({ as, at, answers: order.kept })
  const { items, notes } = orders(page)
  await page.getByText("You haven't added an item to this order.").waitFor()
  const { user } = (await mirror(page)) as { user: object }
  const copy = {
    user,
    data: { notes: 'offline', lineItems: [gateway] },
    revision: 0,
    isAhead: true,
  }
  const place = (key: string, value: object) =>
    page.evaluate(([one, text]) => localStorage.setItem(one!, text!), [key, JSON.stringify(value)])
  const ofOther = { ...copy, user: { ...user, id: 'other' } }
  await place('order', copy)
  await place('orders', [ofOther])
  await page.reload()
  await items.getByText('ICE Gateway').waitFor()
  expect(await notes.inputValue()).toBe('offline')
  expect(await mirror(page)).toEqual({ user, data: copy.data })
  await place('orders', [{ ...copy, data: { notes: 'too late', lineItems: [cme] } }, ofOther])
  await page.reload()
  await page
    .getByRole('alert')
    .getByText('Not done: the changes that only this browser had.')
    .waitFor()
  await items.getByText('ICE Gateway').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('orders'))).toBe(JSON.stringify([ofOther]))
})

test('after a right is removed, neither that person nor the next one finds a trace of the order in the browser', async () => {
  const order = building([gateway])
  const answers = { getUnsentOrder: order.kept.getUnsentOrder }
  for (const change of [{ permissions: [] }, { id: crypto.randomUUID() }]) {
    const { page, desk, problems } = await screen({ as, at, answers })
    problems.expect(/404/)
    await orders(page).items.getByText('ICE Gateway').waitFor()
    expect(await mirror(page)).not.toBeNull()
    desk.answer({ getMyself: async (_, recorded) => ({ ...(await recorded()), ...change }) })
    await page.goto('/nowhere')
    await expect.poll(() => mirror(page)).toBeNull()
  }
})
