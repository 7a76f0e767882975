/** The dashboard's own paths: signing out, sign-in links and live updates. It reads everything else from the public API. */

export const DASHBOARD_PATHS = {
  /** Server-sent events: an empty one whenever something has changed. */
  live: '/dashboard-api/live',
  signInLinks: '/dashboard-api/sign-in-links',
  signOut: '/dashboard-api/sign-out',
} as const

/** Header of the dashboard's requests to the API: the platform that is read, where it is not the one that the session views. */
export const PLATFORM_HEADER = 'x-causeway-platform'

/** Page on which people approve agents' actions; links lead here. */
export const APPROVALS_PAGE = '/agents/approvals'
