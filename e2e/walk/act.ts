import type { Page } from 'playwright-core'
import { formatDay, addDays } from '@portal/domain/kernel/day'
import { elementOf } from './read-screen.ts'
import type { PageStep } from './choose-step.ts'
import type { Thing } from './screen.ts'

/** Long enough for animations; a control that cannot be pressed by then is covered. */
const patience = { timeout: 3000 }

/** Carries out a step on the page. Returns the obstacle, if any. */
export async function act(
  page: Page,
  step: PageStep,
  isPhone: boolean,
): Promise<string | undefined> {
  try {
    await doStep(page, step, isPhone)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const cover = /<[^\n]{0,200}intercepts pointer events/.exec(message)?.[0]
    return cover ?? message.replaceAll(/\s+/g, ' ').slice(0, 400)
  }
}

async function doStep(page: Page, step: PageStep, isPhone: boolean): Promise<void> {
  switch (step.kind) {
    case 'press': {
      await press(page, step.thing, isPhone)
      if (!step.reloads) return
      // The request has been sent, the response has not arrived.
      await page.waitForRequest(() => true, { timeout: 60 }).catch(() => {})
      await page.reload({ waitUntil: 'commit' })
      return
    }
    case 'type': {
      const field = await elementOf(page, step.thing.at)
      const longest = await field.evaluate((one) => (one as HTMLInputElement).maxLength)
      const text = textOf(step.text)
      await field.fill(longest >= 0 ? text.slice(0, longest) : text, patience)
      if (step.enters) await page.keyboard.press('Enter')
      return
    }
    case 'pick': {
      const field = await elementOf(page, step.thing.at)
      const count = await field.evaluate((one) => (one as unknown as HTMLSelectElement).length)
      await field.selectOption({ index: step.nth % count }, patience)
      return
    }
    case 'card':
      return typeCard(page, step.number)
    case 'bank':
      return page
        .frameLocator('iframe[title="Secure 3D Secure challenge frame"]')
        .getByRole('button', { name: step.passes ? 'Complete' : 'Fail' })
        .click(patience)
    case 'key':
      return page.keyboard.press(step.key)
    case 'scroll':
      return page.evaluate(() => {
        for (const one of document.querySelectorAll('*')) one.scrollTop = one.scrollHeight
      })
    case 'back':
      return void (await page.goBack({ waitUntil: 'commit', ...patience }))
    case 'forward':
      return void (await page.goForward({ waitUntil: 'commit', ...patience }))
    case 'reload':
      return void (await page.reload({ waitUntil: 'commit' }))
    case 'address':
      return void (await page.goto(step.address, { waitUntil: 'commit' }))
    case 'home':
      return void (await page.goto('/', { waitUntil: 'commit' }))
  }
}

async function press(page: Page, thing: Thing, isPhone: boolean): Promise<void> {
  const element = await elementOf(page, thing.at)
  await (isPhone ? element.tap(patience) : element.click(patience))
}

async function typeCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
  const type = async (name: RegExp, text: string) => {
    const field = frame.getByRole('textbox', { name })
    await field.fill('', patience)
    await field.pressSequentially(text, patience)
  }
  await type(/card number/, number)
  // An incomplete number does not move the focus.
  if (number.length < 16) return
  await type(/expiration/, '1234')
  await type(/CVC/, '123')
}

/** `in 3 days` becomes a day in the fields' format, relative to today. */
function textOf(text: string): string {
  const days = /^in (\d+) days$/.exec(text)?.[1]
  return days ? formatDay(addDays(new Date().toISOString().slice(0, 10), Number(days))) : text
}
