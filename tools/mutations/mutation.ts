import type { Fault } from '../planted-fault.ts'

export interface Mutation extends Fault {
  name: string
  finds: string
}
