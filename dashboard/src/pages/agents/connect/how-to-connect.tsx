/** Owns what is typed elsewhere: how a code becomes a token, and how a client of MCP is told about the agent. */
import { useState } from 'react'
import { addressOf } from '../../../api/client.ts'
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
    about: 'For clients that speak streamable HTTP. The token is the `accessToken` of the redeemed code.',
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
    word: 'MCP by command',
    about:
      'For clients that start a command. Redeem the code first; the token stays in a file that you alone can read.',
    text: (origin, code) =>
      `causeway mcp --url ${origin} connect ${code}\n\n${JSON.stringify(
        { mcpServers: { causeway: { command: 'causeway', args: ['mcp', '--url', origin] } } },
        null,
        2,
      )}`,
  },
  {
    word: 'API',
    about: 'For a program of your own. The answer to the first call is the only place where the access token appears.',
    text: (_origin, code) =>
      `curl -X POST '${addressOf('redeemAgentDeviceCode', { code })}'\n\ncurl ${addressOf('getAgentMe', {})} -H "Authorization: Bearer $CAUSEWAY_AGENT_TOKEN"`,
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
          <legend className="sr-only">Way to connect</legend>
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
