// Preloaded into a program: when it ends it writes down its largest resident memory in kB and its processor time in ms.
import { readFileSync, writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const use = { memory: largestMemory(), processor: (user + system) / 1000 }
  writeFileSync(process.env.USE_FILE, JSON.stringify(use))
})

function largestMemory() {
  // Linux counts the memory of whoever started the program into resourceUsage(); the kernel's own file does not.
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1])
}
