import { expect, test } from 'vitest'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
  licenseRecord,
  orderRecord,
  type TestRecord,
} from './import-fixture.ts'

// Which ids are one license, and whose they are: cases that the model and attacks found.

const others = { accountId: fairhaven.accountId }
const foreign = `belongs to another company: ${fairhaven.accountId}`
const at = (hour: number) => ({ asOf: `2026-10-01T0${hour}:00:00Z` })
const theirs = (more: TestRecord) => licenseRecord({ ...others, licenseId: 'L-9', ...more })
const moved = { ...others, formerAccountId: aldgate.accountId }
const gone = (key: unknown, more = {}) => ({ record: 'delete', kind: 'license', key, ...more })
const item = { customerOrderRequestTypeId: 1, productSku: 'P', userName: 'ann', id: '7' }
const aliases = 'select account_id as of, alias, license_id as is from license_alias order by 2'
const held = `select account_id || ' ' || license_id from held_license order by 1`
const portalIds = 'select portal_id from license_order_line'
const firstDay = 'select first_since::text from provided_license'

test('what another company has is no other id of a license', async () => {
  const { faultsOf, rows } = await importDatabase(aldgate, fairhaven, theirs(at(1)))
  const claim = licenseRecord({ otherLicenseIds: ['L-9'], ...at(2) })
  expect(await faultsOf(claim)).toEqual([`1 otherLicenseIds[0] ${foreign}`])
  expect(await rows(aliases)).toEqual([])
})

test('a former id of a license of another company is no id of a license', async () => {
  const { faultsOf, column } = await importDatabase(
    aldgate,
    fairhaven,
    theirs({ otherLicenseIds: ['L-8'], ...at(1) }),
  )
  const again = licenseRecord({ licenseId: 'L-8', ...at(2) })
  expect(await faultsOf(again)).toEqual([`1 licenseId ${foreign}`])
  expect(await column(held)).toEqual(['10458 L-9'])
})
