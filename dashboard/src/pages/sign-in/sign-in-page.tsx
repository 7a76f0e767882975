/** Sign-in of the sandbox: how to get the link that opens it. */
import { EntrancePage } from './entrance-page.tsx'

export function SignInPage() {
  const wasUsed = new URLSearchParams(window.location.search).get('link') === 'used'
  return (
    <EntrancePage title="Sign in" heading={wasUsed ? 'This link has been used' : 'Sign in to Causeway'}>
      <p className="text-lg text-muted">
        {wasUsed
          ? 'A sign-in link works once, in one browser. To get a new one, restart the process.'
          : 'There is no password. When the process starts, it prints a link that signs your browser in.'}
      </p>
      <div className="overflow-x-auto rounded-xl border border-line bg-surface px-5 py-4 font-mono text-sm leading-7 shadow-card">
        <p className="text-muted">$ npm start</p>
        <p className="whitespace-pre">
          {'  dashboard:  '}
          <span className="text-accent">{window.location.origin}/sign-in?code=…</span>
        </p>
      </div>
      <p className="text-muted">
        Open it in this browser. It works once; after that, this browser stays signed in for thirty days.
      </p>
    </EntrancePage>
  )
}
