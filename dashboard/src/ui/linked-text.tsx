/** Machine text in which ids are links to the pages of what they name. */
import { Link } from '@tanstack/react-router'

const ID = /([A-Z][A-Za-z]+:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/
/** Pages of resources, by the kind of their ids. */
const PAGES: Readonly<Record<string, string>> = {
  Transaction: '/payments/$id',
  InternalAccount: '/balances/$id',
  ExternalAccount: '/accounts/$id',
  Card: '/cards/$id',
  Agent: '/agents/$id',
  Webhook: '/events/$id',
}

export function LinkedText({ text }: { text: string }) {
  // Every second part is an id.
  return text.split(ID).map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their places, and ids in it repeat
    place % 2 === 0 ? part : <IdLink key={place} id={part} />,
  )
}

/** The id as a link, where it has a page. */
export function IdLink({ id }: { id: string }) {
  const page = PAGES[id.slice(0, id.indexOf(':'))]
  if (!page) return id
  return (
    <Link to={page} params={{ id }} search={{}} className="rounded text-accent underline decoration-accent/40">
      {id}
    </Link>
  )
}
