// Preloaded into a program. When the program ends, this writes its largest resident memory in kB and its processor time in ms.
import { readFileSync, writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const use = { memory: largestMemory(), processor: (user + system) / 1000 }
  writeFileSync(process.env.USE_FILE, JSON.stringify(use))
})

function largestMemory() {
  // On Linux, resourceUsage() includes the memory of the parent process; the kernel's file does not.
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1])
}
