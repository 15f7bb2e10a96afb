import type { Mutation } from './mutation.ts'

export const notifications: readonly Mutation[] = []
