/** Machine text in which ids are links to the pages of their resources, and names as such links. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { objectPage, TYPED_ID } from '../format/object-page.ts'

const ID = new RegExp(`(${TYPED_ID.source})`)

export function LinkedText({ text }: { text: string }) {
  // Every second part is an id.
  return text.split(ID).map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their places, and ids in it repeat
    place % 2 === 0 ? part : <IdLink key={place} id={part} />,
  )
}

/** The id as a link, where it has a page. */
export const IdLink = ({ id }: { id: string }) => (
  <ObjectLink id={id} className="text-accent underline decoration-accent/40">
    {id}
  </ObjectLink>
)

interface ObjectLinkProps {
  /** Typed id; undefined: no resource. */
  readonly id: string | undefined
  readonly className?: string
  /** Its name. */
  readonly children: ReactNode
}

/** A name as a link to its resource, where that has a page. */
export function ObjectLink({ id, className = 'hover:underline', children }: ObjectLinkProps) {
  const page = id === undefined ? undefined : objectPage(id)
  if (!page) return children
  return (
    <Link {...page} className={`rounded ${className}`}>
      {children}
    </Link>
  )
}
