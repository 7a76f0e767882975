/** Instructions to connect a program: MCP over HTTP, MCP by command, or the API. */
import { useState } from 'react'
import { addressFor } from '../../../api/client.ts'
import { useCopy } from '../../../ui/copy.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Verbatim } from '../../../ui/verbatim.tsx'

interface Way {
  readonly word: string
  readonly about: string
  readonly text: (origin: string, code: string) => string
}

const WAYS: readonly [Way, ...Way[]] = [
  {
    word: 'MCP over HTTP',
    about: 'For MCP clients with streamable HTTP. The token is the `accessToken` returned when the code is redeemed.',
    text: (origin) =>
      JSON.stringify(
        {
          mcpServers: {
            causeway: { type: 'http', url: `${origin}/mcp`, headers: { Authorization: 'Bearer <access token>' } },
          },
        },
        null,
        2,
      ),
  },
  {
    word: 'MCP over stdio',
    about:
      'For MCP clients that start a command. Redeem the code first; the token is stored in a file that only you can read.',
    text: (origin, code) =>
      `causeway mcp --url ${origin} connect ${code}\n\n${JSON.stringify(
        { mcpServers: { causeway: { command: 'causeway', args: ['mcp', '--url', origin] } } },
        null,
        2,
      )}`,
  },
  {
    word: 'API',
    about: 'For your own program. Only the reply to the first call contains the access token.',
    text: (_origin, code) =>
      `curl -X POST '${addressFor('redeemAgentDeviceCode', { code })}'\n\ncurl ${addressFor('getAgentMe', {})} -H "Authorization: Bearer $CAUSEWAY_AGENT_TOKEN"`,
  },
]

export function HowToConnect({ code = '<device code>' }: { code?: string | undefined }) {
  const [chosen, setChosen] = useState(WAYS[0])
  const text = chosen.text(location.origin, code)
  const { copied, copy } = useCopy(text)
  return (
    <section aria-label="How to connect" className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Connection method</legend>
          {WAYS.map((way) => (
            <button
              key={way.word}
              type="button"
              aria-pressed={way === chosen}
              onClick={() => setChosen(way)}
              className="rounded-full border border-line px-3 py-1 text-sm text-muted hover:bg-sunken aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
            >
              {way.word}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          onClick={copy}
          aria-label={`Copy: ${chosen.word}`}
          className="inline-flex items-center gap-1.5 rounded-md px-1.5 py-1 text-sm text-accent hover:bg-accent-soft"
        >
          <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
      <p className="text-sm text-muted">{chosen.about.replaceAll('`', '')}</p>
      <Verbatim label={chosen.word} text={text} />
    </section>
  )
}
