import { pino } from 'pino'
import { purchaseReceipts } from './accreditation/purchase-receipt.ts'
import { lookUpPurchases } from './accreditation/look-up-purchases.ts'
import { readConfig } from './config.ts'
import { addBusinessMetrics } from './integration/business-metrics.ts'
import { matchOldLines } from './licenses/settle-licenses.ts'
import { notifyOrders } from './licenses/notify-orders.ts'
import { notifyEquipment } from './equipment/notify-equipment.ts'
import { deliverEvents } from './integration/deliver-events.ts'
import { importUploads } from './integration/import-uploads.ts'
import { givePositions } from './integration/give-positions.ts'
import { webhookSender } from './integration/send-webhook.ts'
import { closeDays } from './invoices/close-days.ts'
import { invoiceFiles } from './invoices/send-invoices.ts'
import { notifyBankAccounts } from './invoices/notify-bank-accounts.ts'
import { hiddenInvoices } from './invoices/invoice-readers.ts'
import { makeArchives } from './invoices/make-archives.ts'
import { notifyInvoices } from './invoices/notify-invoices.ts'
import { closeDeps, openDeps } from './open-deps.ts'
import { postPayments } from './payments/charge/post-payments.ts'
import { notifyAdopted } from './payments/charge/notify-adopted.ts'
import { reconcile } from './payments/charge/reconcile.ts'
import { autoPayBounds } from './payments/autopay/autopay-bounds.ts'
import { readEventList } from './payments/events/read-event-list.ts'
import { runAutoPay } from './payments/autopay/run-autopay.ts'
import { resumeBatches } from './payments/batch/resume-batches.ts'
import { notifyQuestions } from './questions/notify-questions.ts'
import { notifyDueDates } from './payments/autopay/notify-due-dates.ts'
import { readersOfPayments } from './payments/receipts/receipt.ts'
import { receiptFiles } from './payments/receipts/receipt-file.ts'
import { warnOfExpiry } from './payments/cards/warn-of-expiry.ts'
import { addWorkMetrics, processMetrics, serveMetrics } from './platform/work/metrics.ts'
import { openDatabase } from './platform/database/database.ts'
import { heartbeat } from './platform/work/heartbeat.ts'
import { compareInstances, requireOwnAccount } from './payments/charge/provider-account.ts'
import { logOptions } from './platform/log/log.ts'
import { requireMigrated } from './platform/database/migrate.ts'
import { repeat, WorkRecord, type TimedWork } from './platform/work/repeat.ts'
import { reportSecrets } from './platform/work/shared-secrets.ts'
import { sendTraces } from './platform/log/telemetry.ts'
import { mailPorts } from './notifications/mail-ports.ts'
import { sendQueuedMail } from './platform/mail/send-queued-mail.ts'
import { onStop } from './platform/work/stop.ts'
import { sweep } from './platform/database/sweep.ts'
import { notifySuperAdmins } from './team/notify-super-admins.ts'
import { smtpMail } from './providers/mail/send-mail.ts'
import { sharedSecrets } from './settings/settings.ts'
import { settingWarnings } from './settings/warnings.ts'
import { startOrExit } from './start-or-exit.ts'
import { providerEventTypes, takeProviderEvent } from './take-provider-event.ts'

/** Runs the timed jobs in a process with pools of its own, so that a busy web server cannot take their connections. */
async function startWorker(): Promise<void> {
  const config = readConfig(process.env, 'worker')
  const log = pino(logOptions(config.logLevel) as object)
  for (const warning of settingWarnings(process.env)) log.warn(warning)
  const lastTraces = sendTraces(config.tracesTo, 'portal-worker', log)
  const deps = openDeps(config, log, 'worker')
  await requireMigrated(deps.db)
  await requireOwnAccount(deps)
  // Imports use COPY, which a pipelined connection does not support.
  const importDb = openDatabase({
    connectionString: config.databaseUrl,
    name: 'portal worker import',
    size: 2,
  })
  const send = smtpMail(config)
  const ports = mailPorts({
    receipt: receiptFiles(deps),
    invoice: invoiceFiles(deps),
    hiddenInvoices: hiddenInvoices(deps),
    readersOf: readersOfPayments(deps),
    purchase: purchaseReceipts(deps),
  })
  const works: TimedWork[] = [
    { name: 'reconcile payments', everySeconds: 10, run: () => reconcile(deps, deps.db) },
    {
      name: 'read provider events',
      everySeconds: 60,
      run: () =>
        readEventList(deps, deps.db, { types: providerEventTypes, take: takeProviderEvent }),
    },
    { name: 'look up purchases', everySeconds: 5, run: () => lookUpPurchases(deps, deps.db) },
    {
      name: 'resume batches',
      everySeconds: 10,
      run: () => resumeBatches(deps, deps.db, autoPayBounds),
    },
    { name: 'post payments', everySeconds: 15, run: () => postPayments(deps.db, config.posting) },
    { name: 'tell of adopted payments', everySeconds: 60, run: () => notifyAdopted(deps.db) },
    { name: 'run AutoPay', everySeconds: 30, run: () => runAutoPay(deps, deps.db) },
    { name: 'tell of equipment', everySeconds: 30, run: () => notifyEquipment(deps.db) },
    { name: 'tell of orders', everySeconds: 10, run: () => notifyOrders(deps.db) },
    {
      name: 'tell of invoices',
      everySeconds: 60,
      run: () => notifyInvoices(deps, deps.db),
    },
    {
      name: 'tell of due dates',
      everySeconds: 60,
      run: () => notifyDueDates(deps, deps.db),
    },
    { name: 'make archives', everySeconds: 2, run: () => makeArchives(deps, deps.db) },
    { name: 'tell of questions', everySeconds: 5, run: () => notifyQuestions(deps.db, config) },
    {
      name: 'tell super admins',
      everySeconds: 30,
      run: () => notifySuperAdmins(deps.db, config, deps.log),
    },
    {
      name: 'tell of bank accounts',
      everySeconds: 10,
      run: () => notifyBankAccounts(deps.db, config, deps.log),
    },
    {
      name: 'send mail',
      everySeconds: 2,
      run: () => sendQueuedMail(deps.db, config, send, ports),
    },
    { name: 'warn of expiry', everySeconds: 3600, run: () => warnOfExpiry(deps, deps.db) },
    {
      name: 'place events',
      everySeconds: 1,
      run: () => givePositions(deps.db, config.eventVersions),
    },
    {
      name: 'import records',
      everySeconds: 1,
      run: () => importUploads(importDb, deps.log, config),
    },
    { name: 'close days', everySeconds: 3600, run: () => closeDays(importDb) },
    { name: 'match order lines', everySeconds: 600, run: () => matchOldLines(deps.db) },
    {
      name: 'compare instances',
      everySeconds: 60,
      run: (signal) => compareInstances(deps.db, deps.cards, signal).then(() => 0),
    },
    reportSecrets(deps.db, 'worker', sharedSecrets(process.env)),
    { name: 'sweep', everySeconds: 300, run: () => sweep(deps.db, config) },
  ]
  const webhooks = config.events && webhookSender(config.events)
  if (webhooks)
    works.push({
      name: 'deliver events',
      everySeconds: 1,
      run: (signal) => deliverEvents(deps.db, webhooks.send, signal, onUndelivered),
    })
  const onUndelivered = (error: unknown, accountId: string) =>
    deps.log.error({ err: error, accountId }, 'events of a company could not be delivered')
  const stopped = new AbortController()
  const record = new WorkRecord()
  works.push(heartbeat(deps.db, works, record))
  const done = repeat(works, log, stopped.signal, record)
  const registry = processMetrics(deps.db, { worker: deps.db, payments: deps.paymentsDb })
  addWorkMetrics(registry, works, record)
  addBusinessMetrics(registry, deps.db)
  const metrics = config.metrics && (await serveMetrics(config.metrics, registry))
  log.info('The worker is running')
  onStop(log, async () => {
    stopped.abort()
    await done
    webhooks?.close()
    await metrics?.close()
    await Promise.all([closeDeps(deps), importDb.end()])
    await lastTraces()
  })
}

await startOrExit(startWorker)
