interface ImportMeta {
  /** The repository's folder; tools/run.mjs and vitest.config.ts fill it in. */
  readonly portalRoot: string
}
