import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'
import { webFolder } from '../../tools/build-portal.ts'

/** Returns the kilobytes of script, gzip, that a page loads into an empty cache without user input. */
export async function scriptOfRoute(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  const paths = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') paths.add(new URL(response.url()).pathname)
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.close()
  const sizes = [...paths].map((path) => compressedSize(join(webFolder, path)))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

function compressedSize(file: string): number {
  const made = `${file}.gz`
  return existsSync(made) ? readFileSync(made).length : gzipSync(readFileSync(file)).length
}
