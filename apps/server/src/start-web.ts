import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { answerHeavyCalls } from './answer-heavy-calls.ts'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { readCalendar } from './platform/database/business-calendar.ts'
import type { Deps } from './deps.ts'
import { closeDeps, openDeps } from './open-deps.ts'
import { requireLimitedRole } from './platform/database/check-role.ts'
import { requireOwnAccount } from './payments/charge/provider-account.ts'
import { serveMetrics, webMetrics } from './platform/work/metrics.ts'
import { sendTraces } from './platform/log/telemetry.ts'
import { requireMigrated } from './platform/database/migrate.ts'
import { logOptions } from './platform/log/log.ts'
import { repeat } from './platform/work/repeat.ts'
import { reportSecrets } from './platform/work/shared-secrets.ts'
import { onStop, stopping } from './platform/work/stop.ts'
import { sharedSecrets } from './settings/settings.ts'
import { settingWarnings } from './settings/warnings.ts'

/** Opens what the server needs. Throws if the database or the account of the card provider is not that of this portal. */
async function openChecked(
  config: Config,
  log: Deps['log'],
  checkpoint: Deps['checkpoint'] | undefined,
): Promise<Deps> {
  const deps = openDeps(config, log, 'web', checkpoint)
  await requireLimitedRole(deps.db)
  await requireMigrated(deps.db)
  await requireOwnAccount(deps)
  const { businessTimeZone } = await readCalendar(deps.db)
  return { ...deps, config: { ...config, page: { ...config.page, businessTimeZone } } }
}

/** Starts the web server from its environment, and stops it cleanly on a signal. The server's thread runs the same program. */
export async function startWeb(checkpoint?: Deps['checkpoint']): Promise<void> {
  if (!isMainThread) return answerHeavyCalls()
  const config = readConfig(process.env)
  let deps: Deps | undefined
  const app = await buildApp(async (log) => (deps = await openChecked(config, log, checkpoint)), {
    logger: logOptions(config.logLevel),
    trustProxy: config.trustProxy,
    heavyThread: new URL(import.meta.url),
    ...(config.webFolder && { webFolder: config.webFolder }),
  })
  for (const warning of settingWarnings(process.env)) app.log.warn(warning)
  const lastTraces = sendTraces(config.tracesTo, 'portal-web', app.log)
  if (!deps) throw new Error('the app was built without its dependencies')
  const opened = deps
  await app.listen({ host: config.host, port: config.port })
  const metrics = config.metrics && (await serveMetrics(config.metrics, webMetrics(app, opened)))
  const reports = [reportSecrets(opened.db, 'web server', sharedSecrets(process.env))]
  const reported = repeat(reports, app.log, stopping.signal)
  onStop(app.log, async () => {
    // Load balancers see that the server is not ready, and stop sending traffic before the server stops.
    await sleep(config.drainSeconds * 1000)
    await app.close()
    await metrics?.close()
    await reported
    await closeDeps(opened)
    await lastTraces()
  })
}
