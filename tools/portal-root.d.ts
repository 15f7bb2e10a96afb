interface ImportMeta {
  /** The repository's folder; tools/run.mjs and vitest.config.ts replace this expression. */
  readonly portalRoot: string
}
