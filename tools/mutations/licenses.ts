import type { Mutation } from './mutation.ts'

export const licenses: readonly Mutation[] = []
