import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { picturePath, portal } from '../browser.ts'
import type { Person } from '../people.ts'
import type { Driver } from './driver.ts'
import { drivenPage } from './page.ts'

/** Opens a page of the portal in a started browser; a person signs in first. The browser is closed with the test. */
export async function visitWith(driver: Driver, path: string, as?: Person) {
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPicture(driver, task.name)
    const problems = driver.problems?.() ?? []
    await driver.close()
    expect(problems, 'what the browser complained about').toEqual([])
  })
  const page = drivenPage(driver, portal.origin)
  await page.open(path)
  if (as) {
    await page.fill('Email', as.email)
    await page.click('button', 'Continue')
  }
  return page
}

async function keepPicture(driver: Driver, testName: string): Promise<void> {
  const path = picturePath(testName)
  mkdirSync(dirname(path), { recursive: true })
  // The browser itself may have stopped.
  await driver.picture().then(
    (picture) => writeFileSync(path, picture),
    () => {},
  )
}
