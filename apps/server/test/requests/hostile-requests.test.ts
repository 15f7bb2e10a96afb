import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { builtPagesFile } from '@portal/domain/session/built-page'
import { makeScratchFolder } from '../../../../tools/scratch-folder.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { closeDeps, openDeps } from '../../src/open-deps.ts'
import { asAdmin } from '../database/database.ts'
import type { Browser } from '../portal/portal.ts'
import { testPortal } from '../portal/test-portal.ts'

const portal = testPortal()
let ana: Browser

beforeAll(async () => {
  await portal.given.company('A1')
  const permissions = ['AccessInvoices', 'AccessLicenses', 'ManageUsers'] as const
  ana = await portal.person('ana@a.example', 'A1', [...permissions])
})

/** Another server of the portal, with these settings. */
async function another(env: object = {}, webFolder?: string) {
  let deps!: ReturnType<typeof openDeps>
  const config = readConfig({ ...portal.env, ...env })
  const app = await buildApp((log) => (deps = openDeps(config, log, 'another')), {
    logger: false,
    trustProxy: [],
    ...(webFolder && { webFolder }),
  })
  onTestFinished(async () => {
    await app.close()
    await closeDeps(deps)
  })
  return app
}

test.each([
  '/api/invoice?page=%00',
  '/api/invoice?companyFilter=%00',
  '/api/invoice/details/%00',
  '/api/invoice/details/%E0%A4%A',
  '/api/invoice/details/%FF',
  '/%c0%ae%c0%ae/etc/passwd',
])('%s is refused with a message and breaks nothing', async (url) => {
  const answer = await ana.get(url)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ message: expect.any(String) })
})

const brokenTexts: [string, string, string][] = [
  ['half a surrogate pair', '\\ud800', 'contains half a surrogate pair'],
  ['an escape character', '\\u001b', 'contains a control character'],
  ['a control character of the second set', '\\u0085', 'contains a control character'],
]
test.each(brokenTexts)('%s is refused with the name of its field', async (_, text, reason) => {
  const send = async (who: Browser, url: string, payload: string) => {
    const headers = { 'content-type': 'application/json' }
    const { statusCode, json } = await who.post(url, { payload, headers })
    return [statusCode, json<{ message: string }>().message]
  }
  const item = `{"networkId":"N","networkName":"N","userName":"${text}"}`
  const order = (notes: string, items: string) =>
    `{"user":{"accountId":"A1"},"data":{"notes":"${notes}","lineItems":[${items}]},"isDraft":true}`
  const checkout = `{"productId":"A","name":"A${text}","line1":"1","city":"C","country":"US"}`
  for (const [who, url, body, field] of [
    [ana, '/api/license', order(`a${text}`, ''), 'data.notes'],
    [ana, '/api/license', order('', item), 'data.lineItems.0.userName'],
    [ana, '/api/invite/invite', `{"email":"a${text}@b.example"}`, 'email'],
    [portal.stranger, '/api/accreditation/create-checkout-session', checkout, 'name'],
    [portal.stranger, '/api/signin', `{"returnUrl":"/${text}"}`, 'returnUrl'],
  ] as const)
    expect(await send(who, url, body), url).toEqual([400, `${field}: ${reason}`])
  expect((await send(ana, '/api/signin', `{"a${text}":1}`))[0]).toBe(400)
})

test('tabs, line ends and every letter are accepted', async () => {
  const payload = { returnUrl: '/a?b=\t\r\n𠮷\u200cب' }
  expect((await portal.stranger.post('/api/signin', { payload })).statusCode).toBe(200)
})

test('a malformed page address still returns the page; a malformed call is refused', async () => {
  const webFolder = makeScratchFolder('portal-pages-')
  writeFileSync(join(webFolder, 'index.html'), '<html>__PORTAL_CONFIG__</html>')
  writeFileSync(join(webFolder, builtPagesFile), '{}')
  onTestFinished(() => rmSync(webFolder, { recursive: true }))
  const app = await another({}, webFolder)
  const pages = { '/invoices?q=%00': 200, '/invoices?q=%E0%A4%A': 200, '/invoices/detail/%00': 200 }
  const unreadable = { '/invoices/detail/%E0%A4%A': 200, '/%E0%A4%A': 404, '/%c0%ae/etc': 404 }
  for (const [url, status] of Object.entries({ ...pages, ...unreadable })) {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['content-type']], url).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
    expect(answer.headers['content-security-policy'], url).toContain("default-src 'none'")
  }
  // Other spellings redirect to the address whose policy allows what the page needs.
  const spellings = {
    '/accreditation/purchase/?productId=ACC-100': '/accreditation/purchase?productId=ACC-100',
    '/INVOICES//': '/invoices',
    '//': '/',
  }
  for (const [url, location] of Object.entries(spellings)) {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers.location], url).toEqual([308, location])
  }
  expect((await app.inject('//evil.example/')).statusCode).toBe(404)
  for (const url of ['/api/invoice?page=%00', '/api/invoice/details/%FF'])
    expect((await app.inject(url)).statusCode, url).toBe(400)
  expect((await app.inject({ method: 'POST', url: '/%E0%A4%A' })).statusCode).toBe(400)
})

test.each([
  "' or '1'='1",
  '../../etc/passwd',
  '<script>',
  '𝕏',
  'x'.repeat(64),
  '%',
  '\\',
  '"; drop table invoice; --',
])('an invoice called %s does not exist', async (number) => {
  const path = encodeURIComponent(number)
  for (const url of [
    `/api/invoice/details/${path}`,
    `/invoice/pdf/${path}.pdf`,
    `/invoice/xls/${path}.xls`,
  ])
    expect((await ana.get(url)).statusCode, url).toBe(404)
})

test('bodies that are broken, too large, too deep or not JSON are refused', async () => {
  for (const [payload, status, type = 'application/json'] of [
    ['{', 400],
    ['{"returnUrl":"\\u0000"}', 400],
    ['{"__proto__":{"x":1},"returnUrl":"/"}', 400],
    ['{"returnUrl":"/","role":"SuperAdmin"}', 400],
    ['{"returnUrl":["/"]}', 400],
    [`{"returnUrl":"${'x'.repeat(70_000)}"}`, 413],
    ['['.repeat(10_000), 400],
    ['returnUrl=/', 415, 'application/x-www-form-urlencoded'],
  ] as const) {
    const answer = await ana.post('/api/signin', { payload, headers: { 'content-type': type } })
    expect([payload.slice(0, 50), answer.statusCode]).toEqual([payload.slice(0, 50), status])
  }
})

test('methods that no call has are refused, and no other origin may read a response', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  for (const url of ['/', '/api/invoice', '/api/signin']) {
    const preflight = await fetch(`${portal.origin}${url}`, { method: 'OPTIONS', headers })
    expect(preflight.status, url).toBe(404)
    for (const method of ['TRACE', 'OPTIONS']) {
      const answer = await ana.send(method as 'GET', url)
      expect(answer.statusCode, `${method} ${url}`).toBe(404)
      // TRACE would repeat the cookies of the request.
      expect(answer.body).not.toContain(ana.token)
    }
  }
  for (const url of ['/api/is-authenticated', '/api/user/myself', '/api/openapi.json']) {
    const answer = await ana.get(url, { headers })
    const allowing = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))
    expect([answer.statusCode, allowing], url).toEqual([200, []])
  }
})

test('while the database is down users are asked to wait, and no one gets access', async () => {
  const app = await another({ DATABASE_URL: 'postgresql://portal_app@127.0.0.1:9/portal' })
  const answer = await app.inject({ url: '/api/user/myself', headers: ana.headers })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  expect((await app.inject('/health/ready')).statusCode).toBe(503)
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

test('connections that the database closes are replaced', async () => {
  expect((await ana.get('/api/invoice/aging')).statusCode).toBe(200)
  const name = new URL(portal.database.appUrl).pathname.slice(1)
  const ended = `select pg_terminate_backend(pid) from pg_stat_activity
                  where datname = '${name}' and usename = 'portal_app'`
  await asAdmin(inject('adminUrl'), async (admin) =>
    expect((await admin.query(ended)).rowCount).toBeGreaterThan(0),
  )
  const answers = await Promise.all(Array.from({ length: 5 }, () => ana.get('/api/invoice/aging')))
  expect(answers.every((answer) => [200, 503].includes(answer.statusCode))).toBe(true)
  expect((await ana.get('/api/invoice/aging')).statusCode).toBe(200)
})
