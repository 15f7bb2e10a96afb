import { rmSync } from 'node:fs'
import { makeScratchFolder } from '../../tools/scratch-folder.ts'
import { freeBlock } from './free-ports.ts'
import { launchPortal } from './launch-portal.ts'

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
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const { output, stop } = await launchPortal({ port, dataDir, settings })
    const at = (offset: number) => `http://localhost:${port + offset}`
    return {
      origin: at(0),
      identity: at(1),
      cards: at(2),
      mail: at(3),
      dataDir,
      stop: async () => {
        await stop()
        remove()
      },
      output,
    }
  } catch (error) {
    remove()
    throw error
  }
}
