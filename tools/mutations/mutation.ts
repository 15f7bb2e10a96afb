import type { Fault } from '../planted-fault.ts'

/** A small fault, and the test file that must find it. */
export interface Mutation extends Fault {
  name: string
  finds: string
}
