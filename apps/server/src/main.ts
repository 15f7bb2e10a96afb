import { startOrExit } from './start-or-exit.ts'
import { startWeb } from './start-web.ts'

await startOrExit(startWeb)
