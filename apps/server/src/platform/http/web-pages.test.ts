import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageConfig } from '@portal/domain/session/page-config'
import { builtPagesFile, homeDocument } from '@portal/domain/session/built-page'
import { makeScratchFolder } from '../../../../../tools/scratch-folder.ts'
import { webPages, withConfig } from './web-pages.ts'

const folder = makeScratchFolder('portal-served-')
const web = join(folder, 'dist')
const page = { copyright: '</script><script>alert(1)</script>$&' } as PageConfig
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(web, 'assets'), { recursive: true })
  mkdirSync(join(folder, '.git'))
  writeFileSync(
    join(web, 'index.html'),
    '<head><script src="/assets/entry.js"></script></head><p data-nav="__HAS_NAV__">__PORTAL_CONFIG__</p>',
  )
  const list = { hasNav: true, scripts: ['/assets/entry.js', '/assets/list.js'] }
  const landing = { hasNav: false, scripts: [], font: '/assets/inter.woff2' }
  const pages = { '/erf/detail/:id': list, '/': landing, [homeDocument]: list }
  writeFileSync(join(web, builtPagesFile), JSON.stringify(pages))
  writeFileSync(join(web, 'assets/app.js'), 'served')
  for (const name of ['secret', '.git/config']) writeFileSync(join(folder, name), 'kept')
  app = Fastify()
  app.decorateRequest('sessionHash', null)
  app.addHook('onRequest', async (request) => {
    if (request.headers.cookie) request.sessionHash = Buffer.from('session')
  })
  await webPages(app, web, page, () => ({}))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('the built files are served, no folder is listed, and nothing beside them is read', async () => {
  expect((await app.inject('/assets/app.js')).body).toBe('served')
  const above = [
    '/../secret',
    '/assets/../../secret',
    '/..%2fsecret',
    '/%2e%2e/secret',
    '/..%5csecret',
  ]
  for (const url of ['/assets', '/assets/', '/.git/config', `/${builtPagesFile}`, ...above]) {
    const { statusCode, body } = await app.inject(url)
    expect(statusCode, url).toBe(404)
    expect(body, url).not.toMatch(/served|kept|app\.js/)
  }
  // A file that is added later is not served either.
  writeFileSync(join(web, 'later.txt'), 'kept')
  expect((await app.inject('/later.txt')).body).not.toContain('kept')
})

test('a page names the files that it needs, and shows the navigation only where users sign in', async () => {
  const detail = (await app.inject('/erf/detail/7')).body
  expect(detail).toContain('<link rel="modulepreload" crossorigin href="/assets/list.js" />')
  expect(detail.match(/entry\.js/g)).toHaveLength(1)
  expect(detail).toContain('data-nav="true"')
  const landing = (await app.inject('/')).body
  expect(landing).toContain(
    '<link rel="preload" as="font" crossorigin href="/assets/inter.woff2" />',
  )
  for (const body of [landing, (await app.inject('/unknown')).body]) {
    expect(body).toContain('data-nav="false"')
    expect(body).not.toContain('list.js')
  }
})

test('with a session the start page is the home page, with a navigation', async () => {
  const { body } = await app.inject({ url: '/', headers: { cookie: 'session=1' } })
  expect(body).toContain('data-nav="true"')
  expect(body).toContain('list.js')
})

test('no text of a setting ends the element that holds the configuration', () => {
  const html = withConfig('<main>__PORTAL_CONFIG__</main>', page)
  const [, config = ''] = /^<main>(.*)<\/main>$/.exec(html) ?? []
  expect(config).not.toContain('<')
  expect(JSON.parse(config)).toEqual(page)
})
