import type { Mutation } from './mutation.ts'

export const team: readonly Mutation[] = []
