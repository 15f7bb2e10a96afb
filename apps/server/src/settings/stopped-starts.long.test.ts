import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { inject, expect, onTestFinished, test } from 'vitest'
import { exampleSettings } from '../../../../tools/example-settings.ts'

interface Ended {
  code: unknown
  err: string
}

function start(command: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'] ?? '', ...env }, timeout: 30_000 }
    execFile(process.execPath, command, options, (error, _out, err) => {
      resolve({ code: error?.code ?? 0, err })
    })
  })
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const wrong = {
  ...exampleSettings('production'),
  PORT: '99999',
  LOG_LEVEL: 'loud',
  SELLER_NAME: '',
}
const list = [
  'These settings are missing or wrong:',
  '- PORT must be a port number from 1 to 65535, not "99999"',
  '- LOG_LEVEL must be "fatal", "error", "warn", "info", "debug", "trace" or "silent", not "loud"',
  '- SELLER_NAME is missing: text of at most 200 characters, such as Example Software Inc.',
  '',
].join('\n')

test('server, worker and command line stop with one list of all problems', async () => {
  const programs = [
    [inject('webBundle')],
    [inject('workerBundle')],
    [inject('commandLineBundle'), 'autopay', 'run'],
  ]
  const ended = await Promise.all(programs.map((program) => start(program, wrong)))
  for (const one of ended) expect(one).toEqual({ code: 1, err: list })
})

test('an import stops at an impossible combination', async () => {
  const env = {
    PORTAL_POSTING: 'erp',
    BOOKS_CONTAIN_PORTAL_PAYMENTS: 'never',
    PROVIDER_DOMAIN: 'example.com',
  }
  const program = [inject('commandLineBundle'), 'import', '-']
  const { code, err } = await start(program, { ...env, PORTAL_DATA_DIR: dataFolder() })
  expect(code).toBe(1)
  expect(err).toMatch(/^These settings .*\n- BOOKS_CONTAIN_PORTAL_PAYMENTS=never and .*\n$/)
})

test('a command in production uses no setting of a demo started by npm start', async () => {
  const folder = dataFolder()
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(exampleSettings('development')))
  const env = { PORTAL_ENV: 'production', PORTAL_DATA_DIR: folder }
  const { code, err } = await start([inject('commandLineBundle'), 'autopay', 'run'], env)
  expect(code).toBe(1)
  expect(err).toContain('- SELLER_NAME is missing')
  expect(err).toContain('- SYSTEM_DATABASE_URL is missing')
})

test('the data folder may be relative to the working directory', async () => {
  const folder = dataFolder()
  const settings = { SYSTEM_DATABASE_URL: 'not an address' }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  const env = { PORTAL_DATA_DIR: relative(process.cwd(), folder) }
  const { err } = await start([inject('commandLineBundle'), 'api-key', 'list'], env)
  expect(err).toContain('SYSTEM_DATABASE_URL must be a postgresql:// address')
})
