import { readFileSync, rmSync } from 'node:fs'
import { logOf } from '../../tools/processes.ts'
import { makeScratchFolder } from '../../tools/scratch-folder.ts'
import { freeBlock } from './free-ports.ts'
import { launchPortal } from './launch-portal.ts'

export interface RunningPortal {
  /** The address of the portal. */
  origin: string
  cards: string
  mail: string
  identity: string
  dataDir: string
}

export interface StartedPortal extends RunningPortal {
  stop: () => Promise<void>
  /** Restarts the whole portal on the same data. */
  restart: () => Promise<void>
  /** The log of its servers since it was started. */
  output: () => string
}

/** Starts the whole portal with the launcher, on its own ports and in its own folder. */
export async function startPortal(settings: Record<string, string> = {}): Promise<StartedPortal> {
  const port = await freeBlock(6)
  const dataDir = makeScratchFolder('portal-journeys-')
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    let launched = await launchPortal({ port, dataDir, settings })
    const at = (offset: number) => `http://localhost:${port + offset}`
    return {
      origin: at(0),
      identity: at(1),
      cards: at(2),
      mail: at(3),
      dataDir,
      stop: async () => {
        await launched.stop()
        remove()
      },
      restart: async () => {
        await launched.stop()
        launched = await launchPortal({ port, dataDir, settings })
      },
      output: () => readFileSync(logOf(dataDir), 'utf8'),
    }
  } catch (error) {
    remove()
    throw error
  }
}
