import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratchFolder } from '../../tools/scratch-folder.ts'
import { openConnection, type Connection } from './bidi-connection.ts'
import { desktop } from '../open-visit.ts'
import { asJson, keyPresses, mouseClick, type Driver, type Frame } from './driver.ts'

/** Settings as in about:config. */
type Settings = Record<string, string | number | boolean>

// Firefox loads a start page, lists, add-ons and updates unless these are set.
const quiet = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processPrelaunch.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.unified': false,
}

/** Firefox reports a font that was still loading when the page was left. */
const aborted = 'status=2152398850'

interface Opened {
  context: string
  userContext: string
  url: string
  children?: Opened[] | null
}

/** The window of an iframe, as the protocol returns it. */
interface Found {
  result: { value?: { context?: string } }
}

export interface Firefox {
  /** Opens a window with a fresh, separate profile. */
  openWindow(): Promise<Driver>
  close(): Promise<void>
}

export async function openFirefox(path: string, settings?: Settings): Promise<Driver> {
  const firefox = await startFirefox(path, settings)
  return { ...(await firefox.openWindow()), close: firefox.close }
}

/** Starts Firefox to drive it with WebDriver BiDi, which it has built in. */
export async function startFirefox(path: string, settings: Settings = {}): Promise<Firefox> {
  const profile = makeScratchFolder('portal-firefox-')
  const lines = Object.entries({ ...quiet, ...settings }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const firefox = spawn(
    path,
    ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  )
  const stop = async () => {
    const ended = firefox.exitCode ?? once(firefox, 'exit')
    firefox.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const connection = await openConnection(`${await addressIn(firefox.stderr)}/session`)
    const problems: string[] = []
    connection.on('log.entryAdded', ({ level, text }) => {
      if (level === 'error' && !String(text).includes(aborted)) problems.push(String(text))
    })
    await connection.send('session.new', { capabilities: {} })
    await connection.send('session.subscribe', { events: ['log.entryAdded'] })
    return {
      openWindow: () => openWindow(connection, problems),
      close: async () => {
        connection.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function addressIn(stderr: AsyncIterable<Buffer>): Promise<string> {
  let printed = ''
  for await (const data of stderr) {
    printed += data.toString()
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1]
    if (address) return address
  }
  throw new Error(`Firefox did not start.\n${printed}`)
}

async function openWindow({ send }: Connection, problems: readonly string[]): Promise<Driver> {
  // Journeys run one after the other, so the later problems are those of this window.
  const earlier = problems.length
  const { userContext } = await send<Opened>('browser.createUserContext', {})
  const created = { type: 'window', userContext }
  const { context } = await send<Opened>('browsingContext.create', created)
  await send('browsingContext.setViewport', { context, viewport: desktop })

  /** The context of the window in an iframe; undefined while the iframe does not exist. */
  async function contextOf(frame: Frame): Promise<string | undefined> {
    let found: string | undefined = context
    for (const title of frame) {
      const { result }: Found = await send<Found>('script.callFunction', {
        functionDeclaration:
          '(title) => document.querySelector(`iframe[title="${title}"]`)?.contentWindow',
        arguments: [{ type: 'string', value: title }],
        target: { context: found },
        awaitPromise: false,
      })
      found = result.value?.context
      if (!found) return undefined
    }
    return found
  }

  const act = async (frame: Frame, source: object) =>
    void (await send('input.performActions', {
      context: await contextOf(frame),
      actions: [source],
    }))

  return {
    open: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    call: async (frame, called, given) => {
      const answer = await send<{
        result?: { value: string }
        exceptionDetails?: { text: string }
      }>('script.callFunction', {
        functionDeclaration: asJson(called),
        arguments: [{ type: 'string', value: JSON.stringify(given) }],
        target: { context: await contextOf(frame) },
        awaitPromise: false,
      })
      if (!answer.result) throw new Error(answer.exceptionDetails?.text)
      return JSON.parse(answer.result.value)
    },
    click: (frame, point) =>
      act(frame, { type: 'pointer', id: 'mouse', actions: mouseClick(point) }),
    type: (frame, text) => act(frame, { type: 'key', id: 'keys', actions: keyPresses(text) }),
    addresses: async () => {
      const tree = await send<{ contexts: Opened[] }>('browsingContext.getTree', { maxDepth: 0 })
      const ours = tree.contexts.filter((one) => one.userContext === userContext)
      return ours.map(({ url }) => url)
    },
    picture: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      })
      return Buffer.from(data, 'base64')
    },
    print: async () => {
      const { data } = await send<{ data: string }>('browsingContext.print', { context })
      return Buffer.from(data, 'base64')
    },
    problems: () => problems.slice(earlier),
    close: async () => void (await send('browser.removeUserContext', { userContext })),
  }
}
