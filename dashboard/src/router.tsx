/** Router: the page at each address. */
import { createRouter } from '@tanstack/react-router'
import { developerRoutes } from './routes/developers.ts'
import { moneyRoutes } from './routes/money.ts'
import { operatorRoutes } from './routes/operators.ts'
import { peopleRoutes } from './routes/people.ts'
import { root } from './routes/root.tsx'
import { Problem } from './ui/note.tsx'

export const router = createRouter({
  routeTree: root.addChildren([...moneyRoutes, ...peopleRoutes, ...developerRoutes, ...operatorRoutes]),
  pathParamsAllowedCharacters: [':'],
  scrollRestoration: true,
  defaultErrorComponent: ({ error }) => <Problem error={error as Error} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
