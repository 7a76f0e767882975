/** Dockerfile of deploy/docker, as its instructions. */
import { readFileSync } from 'node:fs'

export interface Instruction {
  readonly name: string
  readonly words: string
}

/** Instructions of each stage, beginning with its FROM; comments dropped, continued lines joined. */
export function stages(): Instruction[][] {
  const lines = readFileSync('deploy/docker/Dockerfile', 'utf8')
    .replace(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const found: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', words = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') found.push([])
    found.at(-1)?.push({ name, words })
  }
  return found
}

/** Files that the last stage copies into `/app`: path from the root of the repository → path below `/app`. */
export function imageFiles(): [from: string, to: string][] {
  const last = stages().at(-1) ?? []
  return last
    .filter(({ name }) => name === 'COPY')
    .flatMap(({ words }) => {
      const paths = words.split(' ').filter((word) => !word.startsWith('--'))
      const to = paths.pop() as string
      return paths.map((path): [string, string] => {
        const from = path.replace(/^\/app\//, '')
        return [from, to.endsWith('/') ? `${to}${from}` : to]
      })
    })
}
