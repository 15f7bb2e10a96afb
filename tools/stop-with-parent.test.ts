import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { makeScratchFolder } from './scratch-folder.ts'

test('a process of npm stops when the shell between them is ended', async () => {
  const folder = makeScratchFolder('portal-parent-')
  const entry = join(folder, 'entry.ts')
  const outfile = join(folder, 'entry.mjs')
  const source = join(import.meta.dirname, 'stop-with-parent.ts')
  writeFileSync(
    entry,
    `import { stopWithParent } from ${JSON.stringify(source)}
     stopWithParent(() => process.stdout.write('stopped', () => process.exit()))
     setTimeout(() => process.exit(), 20_000)
     process.stdout.write('started ')`,
  )
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' })
  // With a second command the shell stays alive, as it does for npm.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${outfile}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  shell.stdout.on('data', (text) => {
    output += String(text)
    if (output === 'started ') shell.kill('SIGTERM')
  })
  // The stream is open until the process ends, even if the shell has ended.
  await once(shell.stdout, 'close')
  expect(output).toBe('started stopped')
}, 30_000)
