import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

interface Launch {
  port: number
  dataDir: string
  /** `tools/start.ts` by default. */
  entry?: string
  settings?: Record<string, string>
}

export interface LaunchedPortal {
  /** The whole output. */
  output: () => string
  /** Stops the launcher. Returns its exit code. */
  stop: () => Promise<number | null>
}

/** Starts a launcher like a user, and waits until the portal is ready. */
export async function launchPortal({
  port,
  dataDir,
  entry = 'tools/start.ts',
  settings = {},
}: Launch): Promise<LaunchedPortal> {
  const launcher = spawn(process.execPath, ['tools/run.mjs', entry], {
    cwd: import.meta.portalRoot,
    // The portal must not inherit the mode of the test runner.
    env: {
      ...process.env,
      NODE_ENV: undefined,
      PORT: String(port),
      PORTAL_DATA_DIR: dataDir,
      ...settings,
    },
    // With a channel, which closes even if the tests are killed: the launcher then stops everything.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  try {
    await new Promise<void>((resolve, reject) => {
      const read = (data: Buffer) => {
        const text = data.toString()
        printed += text
        if (text.includes('Portal ready at')) resolve()
      }
      launcher.stdout?.on('data', read)
      launcher.stderr?.on('data', read)
      // The errors of the launcher appear in the output of the tests.
      launcher.stderr?.on('data', (data: Buffer) => process.stderr.write(data))
      launcher.once('exit', () => reject(new Error(`The portal did not start.\n${printed}`)))
    })
  } catch (error) {
    await end(launcher)
    throw error
  }
  return { output: () => printed, stop: () => end(launcher) }
}

async function end(launcher: ChildProcess): Promise<number | null> {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return launcher.exitCode
  const ended = once(launcher, 'exit')
  launcher.kill('SIGTERM')
  const tooLong = setTimeout(() => launcher.kill('SIGKILL'), 30_000)
  const [code, signal] = (await ended) as [number | null, string | null]
  clearTimeout(tooLong)
  if (code !== 0) console.error(`The portal did not stop cleanly: ${code ?? signal}`)
  return code
}
