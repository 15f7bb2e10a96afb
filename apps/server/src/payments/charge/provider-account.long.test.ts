import { expect, onTestFinished, test } from 'vitest'
import { portal as run } from '../../../test/integration/command-line.ts'
import { startTestPortal } from '../../../test/portal/portal.ts'
import { startReplica } from '../../../test/processes/start-dying-server.ts'

test('no process starts with the key of another account; doctor and the command line name the reason', async () => {
  const portal = await startTestPortal()
  onTestFinished(() => portal.close())
  await portal.owner.query(
    `update portal_instance set provider_account = 'acct_2', provider_livemode = false`,
  )
  await expect(startReplica(portal, 'web')).rejects.toThrow('the web did not start')
  await expect(startReplica(portal, 'worker')).rejects.toThrow('the worker did not start')
  const problem =
    'This database belongs to acct_2 (test mode) at the card provider, and STRIPE_SECRET_KEY to ' +
    'acct_1PortalSandboxCards (test mode).'
  const autoPay = await run(['autopay', 'run'], portal.env)
  expect([autoPay.code, autoPay.err]).toEqual([1, expect.stringContaining(problem)])
  const doctor = await run(['doctor'], {
    ...portal.env,
    MIGRATION_DATABASE_URL: portal.database.ownerUrl,
  })
  expect(doctor.out).toContain(`FAIL  portal instance: ${problem}`)
})
