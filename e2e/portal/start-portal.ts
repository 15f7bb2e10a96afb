import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { makeScratchFolder } from '../../tools/scratch-folder.ts'
import { freeBlock } from './free-ports.ts'

export interface RunningPortal {
  /** Where people open it. */
  origin: string
  cards: string
  mail: string
  identity: string
  dataDir: string
}

/** Starts all of it as a person would, by the launcher, on ports and in a folder of its own. */
export async function startPortal(
  settings: Record<string, string> = {},
): Promise<RunningPortal & { stop: () => Promise<void>; output: () => string }> {
  const port = await freeBlock(6)
  const dataDir = makeScratchFolder('portal-journeys-')
  const launcher = spawn(process.execPath, ['tools/run.mjs', 'tools/start.ts'], {
    cwd: import.meta.portalRoot,
    // The test runner's own mode must not become the portal's.
    env: {
      ...process.env,
      NODE_ENV: undefined,
      PORT: String(port),
      PORTAL_DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [launcher.stdout, launcher.stderr])
    stream?.on('data', (data: Buffer) => {
      said += data.toString()
    })
  const stop = async () => {
    await end(launcher)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(launcher)
  } catch (error) {
    await stop()
    throw error
  }
  const at = (offset: number) => `http://localhost:${port + offset}`
  return {
    origin: at(0),
    identity: at(1),
    cards: at(2),
    mail: at(3),
    dataDir,
    stop,
    output: () => said,
  }
}

async function ready(launcher: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (data: Buffer) => {
      said += data.toString()
      if (said.includes('Portal ready at')) resolve()
    }
    launcher.stdout?.on('data', listen)
    // What the portal complains about belongs on the screen of whoever runs the journeys.
    launcher.stderr?.on('data', (data: Buffer) => process.stderr.write(data))
    launcher.once('exit', () => reject(new Error(`The portal did not start.\n${said}`)))
  })
}

async function end(launcher: ChildProcess): Promise<void> {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return
  const ended = once(launcher, 'exit')
  launcher.kill('SIGTERM')
  const tooLong = setTimeout(() => launcher.kill('SIGKILL'), 30_000)
  const [code, signal] = (await ended) as [number | null, string | null]
  clearTimeout(tooLong)
  if (code !== 0) console.error(`The portal did not stop cleanly: ${code ?? signal}`)
}
