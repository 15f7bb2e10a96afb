import pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/config.ts'
import { closeDeps, openDeps } from '../../../src/open-deps.ts'
import type { Browser, TestPortal } from '../../portal/portal.ts'
import { startDyingServer } from '../../processes/start-dying-server.ts'
import type { Company } from './company.ts'
import { pay } from './pay.ts'
import { places, type World } from './world.ts'

/**
 * `restore`: the database is restored to an earlier evening. `promotion`: the same during payments,
 * as when a standby without the last commits takes over. `copy`: a copy of the database runs in
 * parallel. `kill`: processes are killed midway.
 */
export const disasters = ['restore', 'promotion', 'copy', 'kill'] as const
export type Disaster = (typeof disasters)[number]

const stops = ['created', 'allowed', 'charged'] as const
const deaths = ['opened', 'created', 'allowed', 'charged', 'settling'] as const

const nameOf = (url: string) => new URL(url).pathname.slice(1)

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

/** A database can be copied, dropped or renamed only without connections. */
const disconnect = (admin: pg.Client, name: string) =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])

/** Copies the world's database and returns the copy's name. */
export async function copyDatabase({ portal }: World): Promise<string> {
  const name = nameOf(portal.database.ownerUrl)
  const copy = `${name}_copy`
  await asAdmin(async (admin) => {
    await disconnect(admin, name)
    await admin.query(
      `create database ${copy} template ${name} owner portal_owner strategy file_copy`,
    )
  })
  return copy
}

/** The copy replaces the database: later commits are lost. */
export async function restoreDatabase({ portal }: World, copy: string): Promise<void> {
  const name = nameOf(portal.database.ownerUrl)
  await asAdmin(async (admin) => {
    await disconnect(admin, name)
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`alter database ${copy} rename to ${name}`)
  })
}

/** Starts a payment that stops at a step until `resume` is settled. */
export async function payAndStop(
  company: Company,
  nth: number,
  resume: Promise<void>,
): Promise<{ ended: Promise<void> }> {
  let stopped = () => {}
  const hasStopped = new Promise<void>((resolve) => (stopped = resolve))
  const ended = places.run(
    async (place) => {
      if (place !== stops[nth % stops.length]) return
      stopped()
      await resume
    },
    () => pay(company, 0),
  )
  // A refused payment never reaches the step.
  await Promise.race([hasStopped, ended])
  return { ended }
}

/** Pays on a process that is killed midway. */
export async function payAndDie({ portal }: World, company: Company, nth: number): Promise<void> {
  const server = await startDyingServer(portal, deaths[nth % deaths.length]!)
  const all = nth % 3 === 2
  const path = all ? 'all-invoices' : company.ids[0]!
  await server.post(company.payer, `/api/invoice/${path}/payment`)
  // If there was nothing to pay, the process is still alive.
  server.process.kill('SIGKILL')
  await server.died
  company.trail.push(
    `killed when ${all ? 'paying all is' : 'paying is'} ${deaths[nth % deaths.length]}`,
  )
}

/** Starts a second portal on a copy of the database, with the same keys. */
export async function startTwin(
  { portal }: World,
  copy: string,
): Promise<{ browser(of: Browser): Browser; close(): Promise<void> }> {
  const to = (url: string) => url.replace(nameOf(url), copy)
  const env = {
    ...portal.env,
    DATABASE_URL: to(portal.database.appUrl),
    SYSTEM_DATABASE_URL: to(portal.database.systemUrl),
  }
  let deps!: TestPortal['deps']
  const app = await buildApp((log) => (deps = openDeps(readConfig(env), log, 'twin')), {
    logger: false,
    trustProxy: [],
  })
  return {
    browser(of) {
      const send: Browser['send'] = (method, url, options = {}) =>
        app.inject({ method, url, ...options, headers: { ...of.headers, ...options.headers } })
      return {
        ...of,
        send,
        get: (url, options) => send('GET', url, options),
        post: (url, options) => send('POST', url, options),
      }
    },
    async close() {
      await app.close()
      await closeDeps(deps)
      await asAdmin((admin) => admin.query(`drop database ${copy} with (force)`))
    },
  }
}
