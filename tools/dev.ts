// The portal for development: npm run dev. Vite serves the page and passes calls to the web server. A change of the page is shown
// immediately; a change of server or domain restarts web server and worker. Sandbox and data keep running.
import { join } from 'node:path'
import { createServer } from 'vite'
import { readConfig } from '../apps/server/src/config.ts'
import { buildSandbox } from './build-portal.ts'
import { launch, type Surroundings } from './launch.ts'
import { pageServer } from './page-server.ts'
import { RestartedServer } from './restarted-server.ts'

const root = import.meta.portalRoot

await launch({
  build: buildSandbox,
  settings: (ports) => {
    const port = process.env.SERVER_PORT || String(ports.portal + 6)
    return {
      PORT: port,
      CARDS_WEBHOOK_URL: `http://127.0.0.1:${port}/api/payment/provider-events`,
    }
  },
  start: startDevelopment,
})

async function startDevelopment(surroundings: Surroundings): Promise<void> {
  const { env } = surroundings
  const server = new RestartedServer(surroundings)
  const port = Number(new URL(env.PORTAL_ORIGIN!).port)
  const vite = await createServer({
    configFile: join(root, 'apps/web/vite.config.ts'),
    plugins: [pageServer(readConfig(env).page, `http://localhost:${env.PORT}`, server)],
    server: { host: 'localhost', port, strictPort: true },
    clearScreen: false,
  })
  surroundings.onStop(() => vite.close())
  const watched = ['apps/server/src', 'apps/server/migrations', 'packages/domain/src']
  vite.watcher.add(watched.map((folder) => join(root, folder)))
  vite.watcher.on('all', (_event, path) => {
    if (watched.some((folder) => path.startsWith(join(root, folder))) && !path.endsWith('.test.ts'))
      server.restartSoon()
  })
  await Promise.all([server.restart(), vite.listen()])
}
