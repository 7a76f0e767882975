/** Root of the routes: the shell around every page, and the search parameters that a page keeps. */
import { createRootRoute, Link } from '@tanstack/react-router'
import { Shell } from '../shell/shell.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/note.tsx'

/** Only the named parameters, and only those that have a value. */
export const keep =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string } =>
    Object.fromEntries(names.filter((name) => search[name]).map((name) => [name, String(search[name])])) as {
      [Key in Name]?: string
    }

export const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <Empty
      title="Page not found"
      action={
        <Link to="/" search={{}} className={buttonClass()}>
          Go home
        </Link>
      }
    >
      No page of this dashboard has this address.
    </Empty>
  ),
})
