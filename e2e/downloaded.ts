import type { Page } from 'playwright-core'

/** The file that the browser saves after a click. */
export async function downloaded(page: Page, click: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await click()
  const download = await coming
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return { name: download.suggestedFilename(), content: Buffer.concat(parts) }
}
