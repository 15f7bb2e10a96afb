import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres, type Postgres, type PostgresOptions } from './start-postgres.ts'

let folder: string
let started: Postgres[]
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-database-'))
  started = []
  children = []
})

afterEach(async () => {
  await Promise.all(started.map((postgres) => postgres.stop()))
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function start(options: Partial<PostgresOptions> = {}) {
  const flags = ['-c', 'fsync=off']
  const postgres = await startPostgres({ dataDir: join(folder, 'pg'), port: 0, flags, ...options })
  started.push(postgres)
  return postgres
}

async function ask(postgres: Postgres, question: string) {
  const client = new pg.Client({ connectionString: postgres.adminUrl })
  await client.connect()
  try {
    return Object.values((await client.query<Record<string, unknown>>(question)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

async function startInAnotherProcess() {
  const child = spawn('node', ['tools/run.mjs', 'apps/sandbox/src/database/main.ts'], {
    env: { ...process.env, PORTAL_DATA_DIR: folder, POSTGRES_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const adminUrl = await new Promise<string>((resolve) =>
    child.stdout.on('data', (text) => resolve(String(text).trim().split(' ').at(-1) ?? '')),
  )
  return { child, port: Number(new URL(adminUrl).port) }
}

test('a first start creates a database that sorts and stores text in the same way on every system', async () => {
  const postgres = await start()
  expect(postgres.adopted).toBe(false)
  expect(await ask(postgres, 'show server_encoding')).toBe('UTF8')
  expect(
    await ask(postgres, 'select datlocale from pg_database where datname = current_database()'),
  ).toBe('C.UTF-8')
  expect(await ask(postgres, 'select current_user')).toBe('postgres')
})

test('what was stored is still there after a stop and a new start', async () => {
  const first = await start()
  await ask(first, 'create table kept as select 7 as seven')
  await first.stop()
  await expect(ask(first, 'select 1')).rejects.toThrow('ECONNREFUSED')
  expect(await ask(await start(), 'select seven from kept')).toBe(7)
})

test('after the process that started it is killed, the next start works', async () => {
  const { child } = await startInAnotherProcess()
  child.kill('SIGKILL')
  const postgres = await start({ dataDir: join(folder, 'postgres') })
  expect(postgres.adopted).toBe(false)
  expect(await ask(postgres, 'select 1')).toBe(1)
})

test('a server that already runs on the folder is used and keeps running afterwards', async () => {
  const { port } = await startInAnotherProcess()
  const adopted = await start({ dataDir: join(folder, 'postgres') })
  expect(adopted).toMatchObject({ adopted: true, port })
  await adopted.stop()
  expect(await ask(adopted, 'select 1')).toBe(1)
})

test('two concurrent starts use one server', async () => {
  const both = await Promise.all([start(), start()])
  expect(both.filter((postgres) => postgres.adopted)).toHaveLength(1)
  expect(both[0].port).toBe(both[1].port)
})

test('the lock of a crashed server does not block, even if its process id is in use again', async () => {
  await (await start()).stop()
  const living = `${process.pid}\n${join(folder, 'pg')}\n1\n1\n${folder}\n127.0.0.1\n0 0\nready\n`
  writeFileSync(join(folder, 'pg', 'postmaster.pid'), living)
  expect(await ask(await start(), 'select 1')).toBe(1)
})

test('a folder with other files is not changed', async () => {
  writeFileSync(join(folder, 'letter.txt'), 'dear reader')
  await expect(start({ dataDir: folder })).rejects.toThrow(/contains other files/)
})

test('if another program uses the port, the error names the port and the setting to change', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  await expect(start({ port })).rejects.toThrow(`Port ${port} is in use by another program`)
  await expect(start({ port })).rejects.toThrow('POSTGRES_PORT')
  other.close()
})

test.runIf(process.getuid?.() === 0)(
  'root may also run the server as the user "nobody"',
  async () => {
    chmodSync(folder, 0o755)
    const postgres = await start({ rootBecomes: 'nobody' })
    expect(await ask(postgres, 'select 1')).toBe(1)
  },
)
