import { arch, cpus, loadavg, platform, totalmem } from 'node:os'

/** What the numbers were measured on; a load above the number of processors means others were at work too. */
export function machine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() ?? 'unknown processor'
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`
  const load = loadavg()[0]?.toFixed(1) ?? '?'
  return `${processors.length} x ${model}, ${memory}, ${platform()} ${arch()}, Node ${process.version}, load ${load}`
}
