import type { Page, Request } from 'playwright-core'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parseQuery, queryText, type SearchSchema } from '../apps/web/src/kernel/search-params.ts'
import { attentionLists } from '@portal/domain/attention/attention-lists'
import { visit } from './browser.ts'
import { luis, maya, type Person } from './people.ts'
import { webRoutes, type WebRoute } from './web-routes.ts'

/** A query with junk for a parameter, as users, programs or old bookmarks may produce it. */
const junk: ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name}=%20%20%20`,
  (name) => `${name}=a%00b`,
  // Cut in the middle of a character; then invalid percent-encoding.
  (name) => `${name}=%E0%A4%A`,
  (name) => `${name}=100%`,
  (name) => `${name}=${'x'.repeat(5000)}`,
  (name) => `${name}=${encodeURIComponent('😀'.repeat(150))}`,
  (name) => `${name}=${encodeURIComponent(`'";--\\%_{}[]()*+?|^$&#`)}`,
  (name) => `${name}=__proto__`,
  (name) => `${name}=x&${name}=y`,
  (name) => `${name}[]=x&${name}[0]=y`,
]

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

/** Junk for all parameters of the route at once, different for each, after a fixed beginning. */
function junkQuery(route: WebRoute, turn: number, beginning = ''): string {
  const names = [...namesOf(route), 'undeclared'].filter((name) => !beginning.includes(`${name}=`))
  const parts = names.map((name, place) => junk[(turn + place) % junk.length]!(name))
  return [beginning, ...parts].filter(Boolean).join('&')
}

/** Gives each parameter every kind of junk. */
const allJunk = (route: WebRoute, beginning?: string) =>
  junk.map((_, turn) => junkQuery(route, turn, beginning))

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

/** The query in the address bar, and the canonical query of its screen. */
function queriesAt(page: Page, schema: SearchSchema | undefined) {
  const { search } = new URL(page.url())
  const written = schema ? schema.write(parseQuery(search)) : {}
  return { stands: parseQuery(search), canonical: parseQuery(queryText(written)) }
}

/** Every eighth address is opened like a bookmark, at different positions for each route. */
const bookmarkEvery = 8

/** Opens each route with each of its queries: expects the usual heading, no failed call and the canonical address. */
async function openAll(person: Person, queriesOf: (route: WebRoute) => string[]) {
  const routes = await webRoutes()
  const { page, failed, headingAt, headingWithin } = await watched(person)
  for (const [place, route] of routes.entries()) {
    const path = pathOf(route)
    const usual = [await headingAt(path), ...(headings[path] ?? [])]
    for (const [turn, query] of queriesOf(route).entries()) {
      const address = `${path}?${query}`
      const name = address.slice(0, 400)
      const isBookmark = !route.schema || (place + turn) % bookmarkEvery === 0
      expect(usual, name).toContain(await (isBookmark ? headingAt : headingWithin)(address))
      const landed = routes.find((one) => pathOf(one) === new URL(page.url()).pathname)
      const { stands, canonical } = queriesAt(page, landed?.schema)
      expect(stands, name).toEqual(canonical)
      expect(failed, name).toEqual([])
    }
  }
}

test('junk in any parameter of any screen is dropped', () =>
  openAll(luis, (route) => {
    if (!route.schema || route.access === 'SuperAdmin') return [junkQuery(route, 0)]
    return route.path === '/payments'
      ? [...allJunk(route), ...allJunk(route, 'tab=paymentHistory')]
      : allJunk(route)
  }))

test('and so it is in the pages of a super admin', () =>
  openAll(maya, (route) => (route.access === 'SuperAdmin' ? allJunk(route) : [])))

/** Values of one parameter alone, so that none of the others decides what is shown. */
const alone = [
  'a%00b',
  '..',
  'NO-SUCH',
  '0',
  '9'.repeat(19),
  'x'.repeat(64),
  encodeURIComponent('😀'.repeat(40)),
]

test('junk in one parameter alone is refused by no call, and nothing offers to try it again', async () => {
  const { page, failed, headingAt, headingWithin } = await watched(luis)
  for (const route of await webRoutes()) {
    if (!route.schema || route.access === 'SuperAdmin') continue
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
})

test('what an address names and what does not exist is said so, with the way on', async () => {
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
    for (const id of [...ids, '..%2F..', '%252e%252e', 'x'.repeat(65), 'x'.repeat(5000)])
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
