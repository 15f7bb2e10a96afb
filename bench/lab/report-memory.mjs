// Preloaded into a program: when it ends it writes down its largest resident memory, in kB.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  writeFileSync(process.env.MEMORY_FILE, String(process.resourceUsage().maxRSS))
})
