import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cssWidths } from './src/ui/css-widths.ts'
import { firstPaint } from './first-paint.ts'
import { supportedBrowsers } from './supported-browsers.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ jsxImportSource: '#jsx' }), cssWidths, firstPaint()],
  resolve: {
    alias: [{ find: /^@portal\/domain\/(.*)$/, replacement: `${domainFolder()}/$1.ts` }],
  },
  build: {
    // Of scripts and style sheets.
    target: Object.entries(supportedBrowsers).map(([name, oldest]) => name + oldest),
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // Firefox reports an error for a preload of a file that runs already.
      resolveDependencies: (_file, files) =>
        files.filter((file) => !/\/(index|react|main|shared)-/.test(file)),
    },
    // A data: address in a style sheet would require a wider policy than our own files.
    assetsInlineLimit: 0,
    // One small sheet: its order then never depends on which page was opened first.
    cssCodeSplit: false,
    rolldownOptions: {
      // Inlines the address of a call where it is used, instead of loading all addresses with the first page.
      optimization: { inlineConst: true },
      output: {
        // Few files, because each costs a round trip: a small one that requests the data, one that every page needs,
        // one for the parts that pages share, and one for what the pages of an area share.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 2 },
            { name: 'react', test: /node_modules[\\/]react-dom/, priority: 2 },
            { name: 'main', test: /src[\\/]main\.tsx$/, priority: 1 },
            {
              name: 'shared',
              test: /lucide-react|@stripe[\\/]stripe-js|src[\\/](ui|kernel|api|jsx)[\\/]/,
              minShareCount: 2,
            },
            {
              debugName: 'area',
              name: (file) => /src[\\/](\w+)[\\/]/.exec(file)?.[1] ?? null,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})

function domainFolder() {
  return `${import.meta.dirname}/../../packages/domain/src`
}
