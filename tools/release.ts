// Makes a release: npm run release -- 1.2.0. docs/releases.md describes the result. Nothing is published.
import { spawnSync } from 'node:child_process'
import { makeRelease } from './make-release.ts'

try {
  const folder = makeRelease({
    root: import.meta.portalRoot,
    version: process.argv[2] ?? '',
    day: new Date().toISOString().slice(0, 10),
    run: (...args) => {
      const { status } = spawnSync('npm', args, { cwd: import.meta.portalRoot, stdio: 'inherit' })
      if (status !== 0) throw new Error(`npm ${args.join(' ')} failed.`)
    },
  })
  console.log(`\nThe release is tagged, and its files are in ${folder}. Nothing is published.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
