/** nginx for tests: runs deploy/proxy/nginx.conf on a free port, with a certificate made for the test. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../harness/database/postgres.ts'

/** The program, from NGINX or where Debian has it; undefined where it, or openssl, is not installed. */
export const nginx: string | undefined =
  spawnSync('openssl', ['version']).status === 0
    ? [process.env.NGINX ?? '', '/usr/sbin/nginx'].find((program) => program !== '' && existsSync(program))
    : undefined

export interface TlsProxy {
  readonly port: number
  /** Its own certificate. */
  readonly ca: string
  close(): Promise<void>
}

/** @param upstreams ports of the service's processes on this machine, two */
export async function startNginx(program: string, upstreams: readonly [number, number]): Promise<TlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-nginx-'))
  chmodSync(folder, 0o755)
  for (const name of ['logs', 'temporary']) mkdirSync(join(folder, name))
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const subject = ['-subj', '/CN=api.example', '-addext', 'subjectAltName=DNS:api.example']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...made, ...subject], { stdio: 'pipe' })
  const port = await freePort()
  const server = readFileSync('deploy/proxy/nginx.conf', 'utf8')
    .replace('127.0.0.1:4700', `127.0.0.1:${upstreams[0]}`)
    .replace('127.0.0.1:4701', `127.0.0.1:${upstreams[1]}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('/etc/ssl/causeway/fullchain.pem', certificate)
    .replace('/etc/ssl/causeway/privkey.pem', key)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temporary', name)};`)
    .join(' ')
  const settings = `daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log;
events { worker_connections 256; }
http { access_log off; ${temporary}
${server} }`
  writeFileSync(join(folder, 'nginx.conf'), settings)
  const running = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'logs/error.log')])
  let said = ''
  running.stderr.on('data', (text) => (said += text))
  while (!(await isOpen(port))) {
    if (running.exitCode !== null) throw new Error(`nginx does not start: ${said}`)
    await pause(25)
  }
  return {
    port,
    ca: readFileSync(certificate, 'utf8'),
    async close() {
      const ended = once(running, 'exit')
      running.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((known) => {
    const socket = connect(port, '127.0.0.1', () => known(true))
    socket.once('error', () => known(false))
    socket.once('connect', () => socket.destroy())
  })
