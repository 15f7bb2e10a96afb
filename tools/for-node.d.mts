import type { BuildOptions } from 'esbuild'

export function forNode(root: string): BuildOptions
