import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    alias: [{ find: /^@portal\/domain\/(.*)$/, replacement: `${domainFolder()}/$1.ts` }],
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // A data: address in a style sheet would need a wider policy than files of our own.
    assetsInlineLimit: 0,
    // One small sheet: its order then never depends on which page was opened first.
    cssCodeSplit: false,
    rolldownOptions: {
      // The address of a call goes to where it is made, not to the first page.
      optimization: { inlineConst: true },
      output: {
        // What most pages share comes in one file instead of thirty small ones.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 4 }] },
      },
    },
  },
})

function domainFolder() {
  return `${import.meta.dirname}/../../packages/domain/src`
}
