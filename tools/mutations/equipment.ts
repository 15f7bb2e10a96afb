import type { Mutation } from './mutation.ts'

export const equipment: readonly Mutation[] = []
