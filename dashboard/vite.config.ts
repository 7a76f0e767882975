/** Vite configuration of the dashboard: build, and development server in front of a running Causeway (`npx vite dashboard`). */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const causeway = process.env.CAUSEWAY_ORIGIN ?? 'http://localhost:4700'
const paths = ['/2025-10-13', '/dashboard-api', '/sign-in', '/reference', '/openapi.json']

/** Loads the font along with the styles that name it, and keeps its licence beside it. */
const font: Plugin = {
  name: 'font',
  apply: 'build',
  generateBundle() {
    const license = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE'))
    this.emitFile({ type: 'asset', name: 'inter-license.txt', source: readFileSync(license) })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head' as const,
        })),
  },
}

export default defineConfig({
  plugins: [react(), tailwind(), font],
  // The policy of the pages allows what comes as a file from this server, and no data: scripts.
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 650,
    // What older Node programs would load; browsers have their own.
    rolldownOptions: { external: ['crypto'] },
  },
  server: { proxy: Object.fromEntries(paths.map((path) => [path, causeway])) },
})
