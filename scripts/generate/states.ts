/** States page: every lifecycle as sentences, a table of moves, and a diagram. */
import { readdirSync } from 'node:fs'
import { finalStates, type Lifecycle } from '../../contract/lifecycle.ts'
import { code, page, table } from './markdown.ts'
import { picture, quoted } from './pictures.ts'

const CONTRACT = 'contract'

interface Found {
  readonly file: string
  readonly machine: Lifecycle
}

const isLifecycle = (value: unknown): value is Lifecycle =>
  typeof value === 'object' && value !== null && 'states' in value && 'moves' in value && 'initial' in value

/** Every lifecycle, sorted by resource. */
async function lifecycles(): Promise<Found[]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('-lifecycle.ts'),
  )
  const found = await Promise.all(
    files.map(async (path) => {
      const file = `${CONTRACT}/${path}`
      const exported: object = await import(`../../${file}`)
      return Object.values(exported)
        .filter(isLifecycle)
        .map((machine): Found => ({ file, machine }))
    }),
  )
  return found.flat().sort((a, b) => (a.machine.resource < b.machine.resource ? -1 : 1))
}

const fileOf = ({ resource }: Lifecycle): string => `states-${resource}.svg`

function diagram(machine: Lifecycle): Promise<string> {
  const moves = Object.entries(machine.moves).flatMap(([name, { from, to }]) =>
    from.map((state) => `${quoted(state)} -> ${quoted(to)} [label=${quoted(name)}]`),
  )
  const begins = machine.initial.map((state, i) => [
    `begin${i} [shape=circle style=filled label="" width=0.12 class=point]`,
    `begin${i} -> ${quoted(state)}`,
  ])
  const ends = finalStates(machine).map((state) => `${quoted(state)} [class=accent]`)
  return picture(machine.resource, ['rankdir=LR', ...begins.flat(), ...ends, ...moves])
}

function section({ file, machine }: Found): string {
  const finals = new Set(finalStates(machine))
  const kind = (state: string) =>
    [machine.initial.includes(state) && 'initial', finals.has(state) && 'final'].filter(Boolean).join(', ')
  return [
    `## ${machine.resource}`,
    `From [${file}](../../${file}).`,
    table(
      ['State', 'What it means', ''],
      Object.entries(machine.states).map(([state, about]) => [code(state), about, kind(state)]),
    ),
    table(
      ['Move', 'From', 'To', 'When', 'Event', 'Basis'],
      Object.entries(machine.moves).map(([name, { from, to, when, event, basis }]) => [
        code(name),
        from.map(code).join(', '),
        code(to),
        when,
        event ? code(event) : '',
        basis,
      ]),
    ),
    `![State machine of ${machine.resource}](pictures/${fileOf(machine)})`,
  ].join('\n\n')
}

export async function statesPage(): Promise<string> {
  const found = await lifecycles()
  return page(
    'States',
    `Every resource with a status has one table of states and moves. \`move()\` in [src/infra/state-machines/move.ts](../../src/infra/state-machines/move.ts) is the only code that changes a status: a move that is not listed here is refused with 409 \`INVALID_STATE_TRANSITION\`. An event is shown without its resource's prefix (\`OUTGOING_PAYMENT.\`, \`CUSTOMER.KYC_\` …). Not every resource emits an event for every move: an incoming payment has fewer events than an outgoing one; [contract/events/events.ts](../../contract/events/events.ts) lists what is sent. Basis: \`published\` is a move that the published API shows, \`decision\` one that this project [decided](../decisions.md) where the published API does not say. In the pictures, final states are tinted.`,
    ...found.map(section),
  )
}

/** Name of the file → its picture. */
export async function statePictures(): Promise<Record<string, string>> {
  const found = await lifecycles()
  const drawn = found.map(async ({ machine }) => [fileOf(machine), await diagram(machine)] as const)
  return Object.fromEntries(await Promise.all(drawn))
}
