import type { Mutation } from './mutation.ts'

export const attention: readonly Mutation[] = []
