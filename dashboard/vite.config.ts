/** Vite configuration of the dashboard: build, and development server in front of a running Causeway (`npx vite dashboard`). */
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const causeway = process.env.CAUSEWAY_ORIGIN ?? 'http://localhost:4700'
const paths = ['/2025-10-13', '/dashboard-api', '/sign-in', '/reference', '/openapi.json']

export default defineConfig({
  plugins: [react(), tailwind()],
  // The policy of the pages allows what comes as a file from this server, and no data: scripts.
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 650,
    // What older Node programs would load; browsers have their own.
    rolldownOptions: { external: ['crypto'] },
  },
  server: { proxy: Object.fromEntries(paths.map((path) => [path, causeway])) },
})
