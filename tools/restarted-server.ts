import { context, type BuildContext } from 'esbuild'
import { join } from 'node:path'
import { migrate, readMigrations } from '../apps/server/src/platform/database/migrate.ts'
import { forNode } from './for-node.mjs'
import type { Surroundings } from './launch.ts'
import { migrationsFolder } from './prepare-database.ts'
import { startProcess, type RunningProcess } from './processes.ts'

const root = import.meta.portalRoot
// In the server's folder, so that packages that npm did not hoist are found too.
const folder = join(root, 'apps/server/node_modules/.portal/dev')
/** How long requests may continue after a change of the code; the next worker settles an interrupted payment. */
const patienceMs = 500

/** The web server and the worker, built and started again when the code changes. */
export class RestartedServer {
  readonly #env: Record<string, string>
  readonly #ownerUrl: string
  #bundles: Promise<BuildContext> | undefined
  #processes: RunningProcess[] = []
  #timer: NodeJS.Timeout | undefined
  /** The latest restart; resolves to the reason if the server is not running. */
  #restarted: Promise<string | undefined> = Promise.resolve(undefined)

  constructor({ env, ownerUrl, onStop }: Surroundings) {
    this.#env = env
    this.#ownerUrl = ownerUrl
    onStop(async () => {
      clearTimeout(this.#timer)
      await (await this.#bundles)?.dispose()
    })
  }

  /** Waits for a restart in progress; returns the reason if the server is not running. */
  running(): Promise<string | undefined> {
    return this.#restarted
  }

  /** Restarts once for several changes, because editors and git write several files at once. */
  restartSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.restart(), 50)
  }

  /** Restarts after a restart in progress has ended. If the code does not build, the old server keeps running. */
  restart(): Promise<string | undefined> {
    return (this.#restarted = this.#restarted.then(() => this.#replace()))
  }

  async #replace(): Promise<string | undefined> {
    const start = performance.now()
    this.#bundles ??= context({
      entryPoints: ['main.ts', 'main.worker.ts'].map((name) => join(root, 'apps/server/src', name)),
      outdir: folder,
      ...forNode(root),
    })
    try {
      await (await this.#bundles).rebuild()
    } catch {
      return this.#processes.length
        ? undefined
        : 'The server’s code does not build; see the terminal.'
    }
    await Promise.all(this.#processes.splice(0).map((one) => one.stop(patienceMs)))
    try {
      await migrate(this.#ownerUrl, await readMigrations(migrationsFolder))
      const started = await Promise.allSettled([
        startProcess('web server', join(folder, 'main.js'), this.#env, complain),
        startProcess('worker', join(folder, 'main.worker.js'), this.#env, complain),
      ])
      this.#processes = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      for (const one of started) if (one.status === 'rejected') throw one.reason
      console.log(`Server started in ${Math.round(performance.now() - start)} ms`)
      return undefined
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      console.error(problem)
      return `The server did not start: ${problem}`
    }
  }
}

const complain = (name: string) =>
  console.error(`The ${name} ended unexpectedly; it starts again with the next change.`)
