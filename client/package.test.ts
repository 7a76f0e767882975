/** Client package: the tarball installs without a network, its types are complete, and the samples of its page work. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../test/harness/app.ts'
import { addNodeTypes, compileIn, installClient } from '../test/harness/client-project.ts'

const STRICT = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023']

describe('the package in its own project', () => {
  const project = mkdtempSync(join(tmpdir(), 'causeway-project-'))
  let app: TestApp

  beforeAll(async () => {
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    installClient(project)
    app = await testApp()
  })
  afterAll(async () => {
    await app.close()
    rmSync(project, { recursive: true, force: true })
  })

  const compile = (...args: string[]) => compileIn(project, ...STRICT, ...args)

  it('has types that need no other package, in browsers too', () => {
    writeFileSync(
      join(project, 'names.ts'),
      "export * from 'causeway-client'\nexport * from 'causeway-client/wallets'\n",
    )
    expect(compile('--lib', 'es2023,dom,dom.iterable', '--types', '', 'names.ts')).toBe('')
  })

  it('works as its page describes', async () => {
    addNodeTypes(project)
    const blocks = [...readFileSync('client/README.md', 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)]
    const end = '\nexport { causeway, forward, receiver }\n'
    const page = blocks.map(([, code]) => code).join('\n') + end
    writeFileSync(join(project, 'page.js'), page.replaceAll('http://localhost:4700', app.origin))
    expect(compile('--allowJs', '--checkJs', '--types', 'node', 'page.js')).toBe('')

    // Then the receiver in the page's sample gets a webhook.
    writeFileSync(
      join(project, 'run.js'),
      `import { causeway, receiver } from './page.js'
       receiver.listen(0, '127.0.0.1', async () => {
         await causeway.updatePlatformConfig({ webhookEndpoint: \`http://127.0.0.1:\${receiver.address().port}/\` })
         const { response_status } = await causeway.sendTestWebhook()
         console.log('Webhook:', response_status)
         process.exit()
       })`,
    )
    const { clientId, clientSecret } = app.platform
    const child = spawn(process.execPath, ['run.js'], {
      cwd: project,
      env: { PATH: process.env.PATH, CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    await once(child, 'close')
    expect(output).toMatch(/^(Transaction:\S+ COMPLETED of \d+\n)+Paid before\nWebhook: 200\n$/)
    expect(await app.audit()).toEqual([])
  })
})
