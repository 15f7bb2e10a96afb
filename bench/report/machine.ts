import { arch, cpus, loadavg, platform, totalmem } from 'node:os'

/** Describes the machine. A load above the number of processors means that other programs were running. */
export function machine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() ?? 'unknown processor'
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`
  const load = loadavg()[0]?.toFixed(1) ?? '?'
  return `${processors.length} x ${model}, ${memory}, ${platform()} ${arch()}, Node ${process.version}, load ${load}`
}
