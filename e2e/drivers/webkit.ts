import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freeBlock } from '../portal/free-ports.ts'
import type { findWebKit } from '../../tools/other-browsers.ts'
import { asJson, keyPresses, mouseClick, type Driver, type Frame, type Point } from './driver.ts'

type Programs = NonNullable<ReturnType<typeof findWebKit>>

/** Starts WebKit on a virtual display and drives it with classic WebDriver, because it has no BiDi. */
export async function openWebKit({ driver, browser, xvfb }: Programs): Promise<Driver> {
  const started: ChildProcess[] = []
  const stop = async () => {
    for (const one of started.toReversed()) await end(one)
  }
  try {
    const display = spawn(
      xvfb,
      ['-displayfd', '1', '-screen', '0', '1440x960x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    started.push(display)
    const [number] = (await once(display.stdout, 'data')) as [Buffer]
    const port = await freeBlock(1)
    const env = {
      ...process.env,
      DISPLAY: `:${number.toString().trim()}`,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
    }
    started.push(spawn(driver, [`--port=${port}`], { stdio: 'ignore', env }))
    return await openSession(`http://127.0.0.1:${port}`, browser, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(one: ChildProcess): Promise<void> {
  if (one.exitCode !== null || one.signalCode !== null) return
  const ended = once(one, 'exit')
  one.kill()
  await ended
}

async function openSession(
  driver: string,
  browser: string,
  stop: () => Promise<void>,
): Promise<Driver> {
  const options = { binary: browser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await untilReady(() =>
    send<{ sessionId: string }>('POST', `${driver}/session`, { capabilities }),
  )
  const session = `${driver}/session/${sessionId}`
  const post = <Result = unknown>(path: string, body: object = {}) =>
    send<Result>('POST', session + path, body)
  await post('/window/rect', { x: 0, y: 0, width: 1440, height: 960 })

  /** Directs the next commands to a frame. Returns where the frame begins in the window's viewport. */
  async function enter(frame: Frame): Promise<Point> {
    const start = { x: 0, y: 0 }
    await post('/frame', { id: null })
    for (const title of frame) {
      const id = await post('/element', {
        using: 'css selector',
        value: `iframe[title="${title}"]`,
      })
      const script = `const { x, y } = arguments[0].getBoundingClientRect(); return { x, y }`
      const { x, y } = await post<Point>('/execute/sync', { script, args: [id] })
      start.x += x
      start.y += y
      await post('/frame', { id })
    }
    return start
  }

  const act = (source: object) => post('/actions', { actions: [source] })

  return {
    open: async (url) => {
      await post('/frame', { id: null })
      await post('/url', { url })
    },
    call: async (frame, called, given) => {
      await enter(frame)
      const script = `return (${asJson(called)})(arguments[0])`
      return JSON.parse(
        await post<string>('/execute/sync', { script, args: [JSON.stringify(given)] }),
      )
    },
    click: async (frame, point) => {
      // This driver counts from the window's viewport even inside a frame.
      const { x, y } = await enter(frame)
      const actions = mouseClick({ x: x + point.x, y: y + point.y })
      await act({ type: 'pointer', id: 'mouse', actions })
    },
    type: async (frame, text) => {
      await enter(frame)
      await act({ type: 'key', id: 'keys', actions: keyPresses(text) })
    },
    addresses: async () => {
      const here = await send<string>('GET', `${session}/window`)
      const found: string[] = []
      for (const handle of await send<string[]>('GET', `${session}/window/handles`)) {
        await post('/window', { handle })
        found.push(await send<string>('GET', `${session}/url`))
      }
      await post('/window', { handle: here })
      return found
    },
    picture: async () => {
      await post('/frame', { id: null })
      return Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64')
    },
    close: async () => {
      await send('DELETE', session)
      await stop()
    },
  }
}

/** The driver needs a moment until it listens; on a busy machine several seconds. */
async function untilReady<Result>(ask: () => Promise<Result>, tries = 200): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof TypeError) || tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
    return untilReady(ask, tries - 1)
  }
}

async function send<Result>(method: string, address: string, body?: object): Promise<Result> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as {
    value: Result & { error?: string; message?: string }
  }
  if (!answer.ok) throw new Error(`${address}: ${value.error} ${value.message}`)
  return value
}
