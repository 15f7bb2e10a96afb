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
  },
})

function domainFolder() {
  return `${import.meta.dirname}/../../packages/domain/src`
}
