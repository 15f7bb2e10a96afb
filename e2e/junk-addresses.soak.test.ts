import type { Request } from 'playwright-core'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { attentionLists } from '@portal/domain/attention/attention-lists'
import { visit } from './browser.ts'
import { luis, maya, type Person } from './people.ts'
import { webRoutes, type WebRoute } from './web-routes.ts'

/** Existing values for the path parameters. */
const samples: Record<string, string> = { invoiceId: 'MTS-S018', id: 'ERF-10412-100' }

/** Headings of pages whose parameters change them. */
const headings: Record<string, string[]> = {
  '/attention': Object.values(attentionLists).map(({ title }) => title),
  '/payments': ['Balance Breakdown'],
}

/** Calls whose address may name something that does not exist: the server returns 404, and the screen shows it. */
const lookups =
  /\/api\/(invoice\/details|ttnet\/request|accreditation\/purchase|invite\/check|license)\b/

const namesOf = ({ schema }: WebRoute) => Object.keys(schema?.params ?? {})

const pathOf = (route: WebRoute) =>
  route.path.replaceAll(/\$(\w+)/g, (_, name: string) => samples[name] ?? `no sample of ${name}`)

async function watched(person: Person) {
  const { page, problems } = await visit({ as: person, at: '/ture' })
  problems.expect(lookups)
  const failed: string[] = []
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('response', (answer) => {
    const isMissing = answer.status() === 404 && lookups.test(answer.url())
    if (answer.status() >= 400 && !isMissing) failed.push(`${answer.status()} ${answer.url()}`)
  })
  const callsEnd = async () => {
    while (open.size > 0) await setTimeout(5)
  }
  /** The heading, once all calls have ended. */
  const settledHeading = async (): Promise<string> => {
    const heading = page.locator('main h1').first()
    await heading.waitFor()
    await callsEnd()
    // Rendering a response may start another call.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    await callsEnd()
    return (await heading.textContent()) ?? ''
  }
  /** Opens an address like a bookmark. */
  const headingAt = async (address: string): Promise<string> => {
    await page.goto(address, { waitUntil: 'commit' })
    return settledHeading()
  }
  /** Navigates to an address without loading the page: much faster, and read by the same code. */
  const headingWithin = async (address: string): Promise<string> => {
    await page.evaluate(async (href) => {
      interface Router {
        navigate: (to: { href: string }) => Promise<void>
      }
      await (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href })
    }, address)
    return settledHeading()
  }
  return { page, problems, failed, headingAt, headingWithin }
}

/** Values of a single parameter, so that no other parameter decides the view. */
const alone = [
  'a%00b',
  // Cut in the middle of a character.
  '%E0%A4%A',
  '..',
  'NO-SUCH',
  '0',
  '9'.repeat(19),
  'x'.repeat(64),
  encodeURIComponent('😀'.repeat(40)),
]

test.each([
  ['a user', luis],
  ['a super admin', maya],
])(
  'invalid values of a parameter are refused by no call, and no Retry is offered: %s',
  async (_who, person) => {
    const { page, failed, headingAt, headingWithin } = await watched(person)
    for (const route of await webRoutes()) {
      if (!route.schema || (route.access === 'SuperAdmin') !== (person === maya)) continue
      const path = pathOf(route)
      const usual = [await headingAt(path), ...(headings[path] ?? [])]
      for (const name of namesOf(route))
        for (const value of alone) {
          const address = `${path}?${name}=${value}`
          expect(usual, address).toContain(await headingWithin(address))
          expect(failed, address).toEqual([])
          expect(await page.getByRole('button', { name: 'Retry' }).count(), address).toBe(0)
        }
    }
  },
)

test('an address of a missing record shows a message with a link', async () => {
  const { page, problems } = await watched(luis)
  problems.expect(/404/)
  for (const id of ['NO%00SUCH', 'NO-SUCH']) {
    await page.goto(`/licenses?license=${id}`)
    const panel = page.locator('[data-side-panel]')
    await panel.getByText('There is no such license, or it has ended.').waitFor()
    await panel.getByRole('button', { name: 'All Orders' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?show=orders')
  }
  const id = '9'.repeat(18)
  await page.goto(`/licenses?draft=${id}`)
  await page.getByText('There is no such draft.').waitFor()
  await page.getByRole('button', { name: 'New Order', exact: true }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?draft=')
  await page.goto(`/licenses?order=${id}`)
  await page.locator('[data-side-panel]').getByText('There is no such order.').waitFor()
})

test('an impossible id is Not Found, and so is an unreadable path', async () => {
  const routes = (await webRoutes()).filter(({ path }) => path.includes('$'))
  expect(routes.length).toBeGreaterThan(0)
  const { failed, headingAt, problems } = await watched(luis)
  const ids = ['%00', '%0D%0A', '%E0%A4%A', '%ED%A0%80', '100%', '%3Cscript%3E', '__proto__']
  for (const { path } of routes)
    for (const id of [...ids, '..%2F..', '%252e%252e', 'x'.repeat(65)])
      expect(await headingAt(path.replace(/\$\w+/, id)), id.slice(0, 80)).toBe('Not Found')
  expect(failed).toEqual([])
  problems.expect(/404/)
  for (const path of ['/license/abc', '/%E0%A4%A', '/%c0%ae%c0%ae/etc/passwd', '/payments/%00'])
    expect(await headingAt(path), path).toBe('Not Found')
})

test('an address is made canonical in place, so that Back leads to the previous page', async () => {
  const { page, headingAt } = await watched(luis)
  await headingAt('/ture')
  await headingAt('/payments?tab=foo#%E0%A4%A')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await headingAt('/manage?size=All&page=-1')
  await expect.poll(() => new URL(page.url()).search).toBe('?size=all')
  await headingAt('/invoices?status=Open&status=CLOSED&sort=newest')
  await expect.poll(() => new URL(page.url()).search).toBe('?status=closed')
  for (const path of ['/manage', '/payments', '/ture']) {
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
})
