import { expect, test } from 'vitest'
import { follow } from './navigation.ts'
import { pages } from './screens.ts'
import { looks, unfit, visitWith } from './unusual-looks.ts'

for (const look of looks)
  for (const person of new Set(pages.map(({ as }) => as)))
    test(`${look.what}, every page ${person?.firstName ?? 'a visitor'} opens is whole`, async () => {
      const page = await visitWith(look, { as: person, at: '/ture' })
      for (const { name, at, shows } of pages.filter(({ as }) => as === person)) {
        await follow(page, at)
        await shows(page).waitFor()
        await expect.poll(() => unfit(page), { message: name }).toEqual([])
      }
    })
