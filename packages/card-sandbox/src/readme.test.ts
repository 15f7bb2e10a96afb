import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { controls } from './control.ts'
import { faultKinds } from './faults.ts'
import { packageFolder } from './package-folder.ts'
import { allRoutes } from './routes/all-routes.ts'
import { testCardNumbers } from './test-cards.ts'

test('the README names every route, control, fault and test card', () => {
  const text = readFileSync(join(packageFolder, 'README.md'), 'utf8')
  const calls = [...allRoutes.map(({ method, path }) => `${method} ${path}`), ...controls]
  const names = [...calls, ...faultKinds].map((name) => `\`${name}\``)
  expect([...names, ...testCardNumbers].filter((name) => !text.includes(name))).toEqual([])
})
