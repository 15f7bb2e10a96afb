export const slowFiles: readonly string[] = []
