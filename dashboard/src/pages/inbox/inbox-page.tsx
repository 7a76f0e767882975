/** Inbox of the sandbox: every email that production would send, with its codes. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { inboxQuery, type Mail } from '../../api/wallet.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'

export function InboxPage() {
  const { to = '' } = useSearch({ from: '/inbox' })
  const navigate = useNavigate({ from: '/inbox' })
  const { data, error } = useQuery(inboxQuery())
  const mails = data?.data.filter((mail) => mail.to.toLowerCase().includes(to.trim().toLowerCase()))
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <title>Inbox · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Inbox</h1>
        <p className="mt-1 text-muted">
          Emails of this sandbox, kept while the process runs. In production they are sent over SMTP.
        </p>
      </header>
      <TextField
        label="To"
        type="search"
        value={to}
        onChange={(text) => navigate({ search: { to: text || undefined }, replace: true, resetScroll: false })}
        placeholder="Part of an address"
      />
      <Problem error={error} />
      {!data && !error && <Waiting lines={5} />}
      {mails?.length === 0 && (
        <Empty
          title={to ? 'No matching email' : 'No email yet'}
          action={
            <Link to="/wallet" search={{}} className={buttonClass({ look: 'primary' })}>
              Open the wallet playground
            </Link>
          }
        >
          Add an email credential to a wallet; its code arrives here.
        </Empty>
      )}
      <ol aria-label="Emails, newest first" className="flex flex-col gap-4">
        {mails?.map((mail) => (
          <li key={mail.id}>
            <MailCard mail={mail} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function MailCard({ mail: { to, from, subject, text, html, codes, createdAt } }: { mail: Mail }) {
  return (
    <article aria-label={subject} className="rounded-2xl border border-line bg-surface p-5 shadow-card">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <h2 className="font-semibold">{subject}</h2>
          <p className="truncate text-sm text-muted">
            {from} → {to}
          </p>
        </div>
        <Ago moment={createdAt} className="text-sm text-muted" />
      </header>
      {codes.map((code) => (
        <p key={code} className="mt-3 flex items-center gap-3">
          <span className="font-mono text-2xl font-semibold tracking-widest">{code}</span>
          <Copyable text={code} label="code" shown="" />
        </p>
      ))}
      <p className="mt-3 whitespace-pre-line">{text.trim()}</p>
      <details className="mt-3">
        <summary className="text-accent">HTML version</summary>
        {/* Without scripts and in its own origin; the page's policy prevents it from loading anything. */}
        <iframe
          title={`Mail to ${to}`}
          sandbox=""
          srcDoc={html}
          className="mt-3 h-52 w-full rounded-xl border border-line bg-[white]"
        />
      </details>
    </article>
  )
}
