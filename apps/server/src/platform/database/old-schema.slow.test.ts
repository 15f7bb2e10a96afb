import { expect, onTestFinished, test } from 'vitest'
import { startTestPortal } from '../../../test/portal/portal.ts'
import { startReplica } from '../../../test/processes/start-dying-server.ts'

test('no process starts on an older schema; on a newer schema all do', async () => {
  const portal = await startTestPortal()
  onTestFinished(() => portal.close())
  await portal.owner.query(
    `insert into applied_migration (name, digest) values ('9999_next.sql', 'x')`,
  )
  await (await startReplica(portal, 'web')).stop()
  await (await startReplica(portal, 'worker')).stop()
  await portal.owner.query(`delete from applied_migration where name like '0012%'`)
  await expect(startReplica(portal, 'web')).rejects.toThrow('the web did not start')
  await expect(startReplica(portal, 'worker')).rejects.toThrow('the worker did not start')
})
