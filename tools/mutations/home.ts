import type { Mutation } from './mutation.ts'

export const home: readonly Mutation[] = []
