import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages that production runs and serves, without the sandbox and the tools. */
const shipped = {
  '@portal/server': 'apps/server',
  '@portal/web': 'apps/web',
  '@portal/domain': 'packages/domain',
}

/** `npm run build` writes the bill beside the server, so that the image contains it. */
const billFile = join(import.meta.portalRoot, 'apps/server/dist/sbom.cdx.json')

interface Component {
  'bom-ref': string
}

interface Bill {
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * Lists the shipped packages, with versions, licenses and hashes, as CycloneDX. npm lists all installed packages, because
 * with `--omit=dev` it would leave out packages that one workspace ships and another uses only for development.
 */
export function billOfMaterials(): Bill {
  const bill = everythingInstalled()
  const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const waiting = Object.entries(shipped).flatMap(([workspace, folder]) => {
    const [, direct = []] = [...needs].find(([ref]) => ref.startsWith(`${workspace}@`)) ?? []
    const wanted = runtimeDependencies(folder)
    return direct.filter((ref) => wanted.has(ref.slice(0, ref.lastIndexOf('@'))))
  })
  const kept = new Set<string>()
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (kept.has(ref)) continue
    kept.add(ref)
    waiting.push(...(needs.get(ref) ?? []))
  }
  return {
    ...bill,
    components: bill.components.filter((one) => kept.has(one['bom-ref'])),
    dependencies: bill.dependencies.filter(({ ref }) => kept.has(ref)),
  }
}

export function writeBillOfMaterials(): void {
  writeFileSync(billFile, `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
}

function runtimeDependencies(folder: string): Set<string> {
  const file = join(import.meta.portalRoot, folder, 'package.json')
  const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: object }
  return new Set(Object.keys(dependencies).filter((name) => !(name in shipped)))
}

function everythingInstalled(): Bill {
  const npm = process.env['npm_execpath']
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { status, stdout, stderr } = spawnSync(
    program,
    [...before, 'sbom', '--sbom-format=cyclonedx'],
    {
      cwd: import.meta.portalRoot,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: !npm && process.platform === 'win32',
    },
  )
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return JSON.parse(stdout) as Bill
}
