import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The files of an image in a folder, and how to start a program of it. */
export interface Image {
  root: string
  workdir: string
  env: Record<string, string>
  command: string[]
}

/**
 * Runs the COPY and RUN steps of a Dockerfile in folders below `scratch`, without Docker: one folder per stage, which
 * contains only what the steps put there. Base images and USER are ignored. Returns the last stage.
 */
export async function runDockerfile(context: string, scratch: string): Promise<Image> {
  const stages = new Map<string, Image>()
  let image: Image | undefined
  for (const { keyword, text } of readSteps(join(context, 'Dockerfile'))) {
    if (keyword === 'FROM') {
      const name = / AS (\S+)$/i.exec(text)?.[1] ?? 'image'
      image = { root: join(scratch, name), workdir: '/', env: {}, command: [] }
      stages.set(name, image)
      continue
    }
    if (!image) throw new Error(`${keyword} is not in a stage`)
    if (keyword === 'WORKDIR') {
      image.workdir = text
      mkdirSync(join(image.root, text), { recursive: true })
    } else if (keyword === 'ENV') Object.assign(image.env, readVariables(text))
    else if (keyword === 'COPY') copy(text, image, stages, context)
    else if (keyword === 'RUN') await run(text, image)
    else if (keyword === 'CMD') image.command = JSON.parse(text) as string[]
    else if (!['USER', 'EXPOSE'].includes(keyword))
      throw new Error(`the step ${keyword} is not supported`)
  }
  if (!image) throw new Error('the Dockerfile has no stage')
  return image
}

const readSteps = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [keyword = ''] = line.split(' ')
      return { keyword, text: line.slice(keyword.length).trim() }
    })

const readVariables = (text: string) =>
  Object.fromEntries(text.split(/\s+/).map((one) => one.split('=') as [string, string]))

function copy(text: string, image: Image, stages: Map<string, Image>, context: string): void {
  const [, stageName, paths = ''] = /^(?:--from=(\S+) )?([^-].*)$/.exec(text) ?? []
  const stage = stageName && stages.get(stageName)
  if (stageName && !stage) throw new Error(`COPY ${text}: there is no such stage`)
  const root = stage ? stage.root : context
  const filter = stage ? () => true : notIgnored(context)
  const sources = paths.split(/\s+/)
  const target = sources.pop() ?? ''
  for (const source of sources) {
    const from = join(root, source)
    if (!existsSync(from) || !filter(from)) throw new Error(`COPY ${text}: there is no ${source}`)
    const to = join(image.root, resolve(image.workdir, target))
    const isIntoFolder = statSync(from).isFile() && target.endsWith('/')
    const file = isIntoFolder ? join(to, basename(from)) : to
    cpSync(from, file, { recursive: true, verbatimSymlinks: true, filter })
  }
}

/** Returns whether .dockerignore leaves a file in the context. Supports `name`, `start*` and, at any depth, a name after `**`. */
function notIgnored(context: string): (path: string) => boolean {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8').trim().split('\n')
  const matchers = patterns.map((pattern) => {
    const [, anywhere, name = ''] = /^(\*\*\/)?([\w.-]+\*?)$/.exec(pattern) ?? []
    if (!name) throw new Error(`.dockerignore: ${pattern} is not supported`)
    const text = name.replaceAll('.', String.raw`\.`).replace('*', '[^/]*')
    return new RegExp(`${anywhere ? '(^|/)' : '^'}${text}(/|$)`)
  })
  return (path) => matchers.every((matcher) => !matcher.test(relative(context, path)))
}

/** Runs asynchronously, so that connections of the test stay alive. A failure contains the output of the command. */
async function run(command: string, image: Image): Promise<void> {
  const env = { ...machine(), ...image.env, npm_config_prefer_offline: 'true' }
  const cwd = join(image.root, image.workdir)
  await promisify(execFile)('/bin/sh', ['-c', command], { cwd, env, maxBuffer: 2 ** 26 })
}

/** Returns the environment of a program in an image: paths below `/` are those in its folder. */
export const environmentOf = ({ root, env, workdir }: Image): Record<string, string> => ({
  ...machine(),
  ...Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.startsWith(`${workdir}/`) ? join(root, value) : value,
    ]),
  ),
})

/** Returns this machine's environment without the settings of a portal, a test run, or the npm that started it. */
const machine = () =>
  Object.fromEntries(
    ['PATH', 'HOME', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )
