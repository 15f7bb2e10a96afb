import { expect, onTestFinished, test } from 'vitest'
import { browser, portal } from '../browser.ts'
import { openVisit } from '../open-visit.ts'
import type { Step } from './choose-step.ts'
import {
  judgeComplaints,
  judgeFocus,
  judgeRefusals,
  judgeReload,
  judgeRights,
  judgeWords,
  type Climate,
} from './judge.ts'
import { look } from './look.ts'
import { settle } from './settle.ts'
import { watchTraffic } from './traffic.ts'
import { nothingOutside } from './walk.ts'
import { Weather } from './weather.ts'

// Each invariant, on a page that violates it.

const fair: Climate = {
  isCutOff: false,
  mayMissCode: false,
  isReloaded: false,
  maySignIn: false,
  mayBeRefused: false,
  isOfStrangers: () => false,
  mayBeNonsense: false,
}
const known = { foreign: ['Quillfeather Ltd', '0001234'], fields: new Set(['dateRequired']) }

async function pageWith(html: string) {
  const { page, context, problems } = await openVisit(browser, portal.origin, {
    at: 'about:blank',
    proxy: nothingOutside,
  })
  onTestFinished(() => context.close())
  const traffic = watchTraffic(context, problems, portal.origin)
  await page.setContent(`<body>${html}</body>`)
  return { page, traffic }
}

const wordsOf = async (html: string) =>
  judgeWords(await look((await pageWith(html)).page), known, fair)

test('words that only programs write are detected anywhere', async () => {
  for (const html of [
    '<p>Due undefined</p>',
    '<p>Total: NaN</p>',
    '<button aria-label="Pay null">Pay</button>',
    '<p title="[object Object]">x</p>',
    '<input placeholder="undefined">',
    '<title>Invoice null</title><p>x</p>',
  ])
    expect(await wordsOf(html), html).toHaveLength(1)
  expect(await wordsOf('<p>Nullable NaNcy’s undefinedness</p>')).toEqual([])
})

test('an error boundary, a blank page and the name of another company are detected', async () => {
  expect(await wordsOf('<p>Something went wrong on this page.</p>')).toHaveLength(1)
  expect(await wordsOf('')).toEqual(['the page is blank'])
  expect(await wordsOf('<p>Paid by Quillfeather Ltd</p>')).toHaveLength(1)
  expect(await wordsOf('<p>Account 000123456789, customer 0001234</p>')).toHaveLength(1)
  // A part of a longer number is another number.
  expect(await wordsOf('<p>Account number 000123456789, 10001234</p>')).toEqual([])
  expect(await wordsOf('<p hidden>Paid by Quillfeather Ltd</p><p>x</p>')).toEqual([])
})

test('the name of an API field is detected in a message, and nowhere else', async () => {
  expect(await wordsOf('<p role="alert">Item 1: dateRequired: lies in the past</p>')).toHaveLength(
    1,
  )
  expect(await wordsOf('<p>dateRequired</p>')).toEqual([])
})

test('a lost focus is detected, and one that never existed is not', async () => {
  const { page } = await pageWith('<button onclick="this.remove()">Go</button><a href="#">Stay</a>')
  const before = await look(page)
  await page.getByRole('button').click()
  const now = await look(page)
  const step = { pressed: true, isSameDocument: true, isTab: false }
  expect(judgeFocus(before, now, step)).toHaveLength(1)
  expect(judgeFocus(before, now, { ...step, isTab: true })).toEqual([])
  expect(judgeFocus(before, now, { ...step, isSameDocument: false })).toEqual([])
  expect(judgeFocus(before, now, { ...step, pressed: false })).toEqual([])
})

test('an element that never settles is named', async () => {
  const { page, traffic } = await pageWith('<p role="status">loading....</p>')
  expect(await settle(page, traffic, 600)).toEqual([expect.stringMatching(/^loading/)])
  await page.setContent('<section aria-busy="true">x</section>')
  expect(await settle(page, traffic, 600)).toEqual([expect.stringMatching(/busy$/)])
  await page.setContent('<section aria-busy="false">x</section>')
  expect(await settle(page, traffic, 3000)).toEqual([])
})

test('console errors, unhandled rejections and requests to other machines are detected', async () => {
  const { page, traffic } = await pageWith('<p>x</p>')
  await page.evaluate(() => {
    console.error('A key is missing')
    void Promise.reject(new Error('Left alone'))
    void fetch('http://192.0.2.1/').catch(() => {})
  })
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  await settle(page, traffic)
  const { complaints, outside } = traffic.take()
  const found = judgeComplaints(complaints, { ...fair, isCutOff: true })
  expect(found).toEqual([
    expect.stringMatching('A key is missing'),
    expect.stringMatching('Left alone'),
  ])
  // It was not even tried: the proxy does not exist.
  expect(complaints.join()).toContain('ERR_PROXY_CONNECTION_FAILED')
  expect(outside).toEqual(['http://192.0.2.1/'])
  expect(traffic.take().complaints).toEqual([])
})

test('responses are judged by the circumstances', () => {
  const answer = (status: number, method = 'GET') => [{ status, method, path: '/api/license/7' }]
  for (const status of [400, 401, 403, 404, 500, 503])
    expect(judgeRefusals(answer(status), fair), String(status)).toHaveLength(1)
  expect(judgeRefusals(answer(409, 'PUT'), fair)).toEqual([])
  expect(judgeRefusals(answer(500), { ...fair, isCutOff: true })).toEqual([])
  expect(judgeRefusals(answer(400), { ...fair, mayBeNonsense: true })).toHaveLength(1)
})

test('circumstances excuse a fault only for a short time', () => {
  const weather = new Weather({ invoices: ['X-1'], requests: [], orders: [], accounts: [] })
  const climateAfter = (step: Step) => {
    weather.note(step, { offlineFor: 0, isMember: true })
    return weather.climate(step, 0)
  }
  expect(climateAfter({ kind: 'home' }).maySignIn).toBe(true)
  climateAfter({ kind: 'sign in' })
  climateAfter({ kind: 'restart' })
  expect(climateAfter({ kind: 'back' }).isCutOff).toBe(true)
  climateAfter({ kind: 'back' })
  const { isCutOff, maySignIn, isOfStrangers } = climateAfter({ kind: 'back' })
  expect({ isCutOff, maySignIn }).toEqual({ isCutOff: false, maySignIn: false })
  const missing = (path: string) => isOfStrangers({ method: 'GET', status: 404, path })
  expect([missing('/api/invoice/X-1'), missing('/api/invoice/X-2')]).toEqual([true, false])
  expect(missing('/api/license/7')).toBe(true)
  const pressed = climateAfter({ kind: 'home' })
  expect(pressed.isOfStrangers({ method: 'GET', status: 404, path: '/api/license/7' })).toBe(false)
})

test('a screen that changes on reload is detected', async () => {
  const html = '<main><h1>Invoices</h1><input type="search" aria-label="Search" value="a"></main>'
  const before = await look((await pageWith(html)).page)
  const now = await look((await pageWith(html.replace('"a"', '""'))).page)
  expect(judgeReload(before, now)).toEqual(['after a reload Search is "", before it was "a"'])
  expect(judgeReload(before, before)).toEqual([])
})

test('after a refusal, an area that the person has lost and a Retry are detected', async () => {
  const html =
    '<nav><a href="/erf">ERF</a><a href="/invoices">INVOICES</a></nav><button>Retry</button>'
  const { page } = await pageWith(html.replaceAll('href="', `href="${portal.origin}`))
  const screen = await look(page)
  const refused = [{ method: 'GET', path: '/api/ttnet', status: 403 }]
  expect(judgeRights(screen, refused, ['AccessInvoices'])).toEqual([
    'the navigation offers ERF after a refusal',
    'a Retry that is refused again',
  ])
  expect(judgeRights(screen, [], ['AccessInvoices'])).toEqual([])
})
