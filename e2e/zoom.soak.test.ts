import { beforeAll, expect, test } from 'vitest'
import { givenUnknownPayment } from '../apps/server/test/attention/attention.ts'
import { givenHeron, heron } from './attention-items.ts'
import { portal } from './browser.ts'
import { follow } from './navigation.ts'
import { inDatabase } from './portal-database.ts'
import { pages } from './screens.ts'
import { magnifications, unfit, visitWith } from './magnification.ts'

beforeAll(async () => {
  await givenHeron(portal.dataDir)
  await inDatabase(portal.dataDir, (database) =>
    givenUnknownPayment(database, heron.accountId, 'pi_zoom'),
  )
})

for (const magnification of magnifications)
  for (const person of new Set(pages.map(({ as }) => as)))
    test(`${magnification.what}, every page ${person?.firstName ?? 'a visitor'} opens is whole`, async () => {
      const page = await visitWith(magnification, { as: person, at: '/ture' })
      for (const { name, at, shows } of pages.filter(({ as }) => as === person)) {
        await follow(page, at)
        await shows(page).waitFor()
        await expect.poll(() => unfit(page), { message: name }).toEqual([])
      }
    })
