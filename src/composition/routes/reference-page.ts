/** Reference page: read and try the contract in a browser. All its assets are served by this process. */
import { createReadStream, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

/** The viewer as the build compressed it; absent when the program runs from its sources. */
const CODINGS = [
  { name: 'br', file: fileURLToPath(new URL('./reference.js.br', import.meta.url)) },
  { name: 'gzip', file: fileURLToPath(new URL('./reference.js.gz', import.meta.url)) },
]

/** The viewer evaluates generated scripts, so its pages need a policy of their own. */
const POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self'"

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>Causeway API reference</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="app"></div>
    <script src="js/scalar.js"></script>
    <script>
      Scalar.createApiReference('#app', { url: '/openapi.json', title: 'Causeway', withDefaultFonts: false })
    </script>
  </body>
</html>
`

/** Whether the package of the viewer is installed; without it there is no reference. */
function viewerFile(): string | undefined {
  try {
    const plugin = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')
    return join(dirname(plugin), 'js/standalone.js')
  } catch {
    return undefined
  }
}

/**
 * Streams the viewer from disk: the package's own plugin would keep 7 MB in memory, and load a hundred modules at each
 * start to convert documents that are JSON here already.
 */
export function addReferencePage(server: FastifyInstance): void {
  const viewer = viewerFile()
  if (viewer === undefined) return
  server.get('/reference', async (_request, reply) => reply.redirect('/reference/', 301))
  server.get('/reference/', async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  server.get('/reference/js/scalar.js', async (request, reply) => {
    const coding = CODINGS.find(
      ({ name, file }) => request.headers['accept-encoding']?.includes(name) && existsSync(file),
    )
    if (coding) reply.header('content-encoding', coding.name)
    return reply
      .header('content-security-policy', POLICY)
      .header('vary', 'accept-encoding')
      .type('application/javascript; charset=utf-8')
      .send(createReadStream(coding?.file ?? viewer))
  })
}
