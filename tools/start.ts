// The portal as production runs it, with everything that it needs: npm start.
import { join } from 'node:path'
import { buildWhenNeeded, serverFolder, webFolder } from './build-portal.ts'
import { launch } from './launch.ts'

await launch({
  build: () => buildWhenNeeded(console.log),
  start: async ({ env, start }) => {
    const web = { ...env, WEB_FOLDER: webFolder }
    await Promise.all([
      start('web server', join(serverFolder, 'main.js'), web),
      start('worker', join(serverFolder, 'main.worker.js'), env),
    ])
  },
})
