import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freeBlock } from '../e2e/portal/free-ports.ts'
import { launchPortal } from '../e2e/portal/launch-portal.ts'

async function dataFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-data-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const port = await freeBlock(7)
  /** Starts the portal, does the work while it runs, stops it, and returns what it printed. */
  const start = async (work: (ownerUrl: string) => Promise<void> = async () => {}) => {
    const { output, stop } = await launchPortal({ port, dataDir })
    try {
      const settings = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as Settings
      await work(settings.MIGRATION_DATABASE_URL)
    } finally {
      await stop()
    }
    return output()
  }
  const movedAside = () => readdirSync(dataDir).filter((name) => name.startsWith('moved-aside-'))
  return { dataDir, start, movedAside }
}

interface Settings {
  MIGRATION_DATABASE_URL: string
}

async function run<T extends pg.QueryResultRow>(ownerUrl: string, statement: string) {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    return (await owner.query<T>(statement)).rows
  } finally {
    await owner.end()
  }
}

const countCompanies = `select count(*)::int as companies from company`
const rename = `update applied_migration set name = '0001_companies_and_people.sql' where name like '0001_%'`

test('a database of other migrations is moved aside with the card state, once', async () => {
  const { dataDir, start, movedAside } = await dataFolder()
  const first = await start(async (ownerUrl) => {
    await run(ownerUrl, rename)
  })
  expect(first).toContain('Loading the demo data')
  const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')

  const second = await start(async (ownerUrl) => {
    expect(await run(ownerUrl, countCompanies)).not.toEqual([{ companies: 0 }])
  })
  const [aside, ...others] = movedAside()
  expect(others).toEqual([])
  expect(aside).toMatch(/^moved-aside-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/)
  expect(second).toContain('(0001_companies_and_people.sql)')
  expect(second).toContain(join(dataDir, aside!))
  expect(second).toContain('Loading the demo data')
  expect(readdirSync(join(dataDir, aside!)).sort()).toEqual(['cards.ndjson', 'database'])
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)

  const third = await start()
  expect(third).not.toContain('moved')
  expect(third).not.toContain('Loading the demo data')
  expect(movedAside()).toEqual([aside])
}, 300_000)

test('a database without its card state, and card state without its database, are moved aside', async () => {
  const { dataDir, start, movedAside } = await dataFolder()
  await start()
  rmSync(join(dataDir, 'cards.ndjson'))
  const withoutCards = await start()
  expect(withoutCards).toContain('the card sandbox has lost its state')
  expect(withoutCards).toContain('Loading the demo data')
  const [first] = movedAside()
  expect(readdirSync(join(dataDir, first!))).toEqual(['database'])

  renameSync(join(dataDir, 'database'), join(dataDir, 'elsewhere'))
  const withoutDatabase = await start()
  expect(withoutDatabase).toContain('its database is missing')
  expect(withoutDatabase).toContain('Loading the demo data')
  expect(movedAside()).toHaveLength(2)
  expect(existsSync(join(dataDir, movedAside()[1]!, 'cards.ndjson'))).toBe(true)
}, 300_000)
