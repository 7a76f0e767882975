/** Operators of the installation: their roles, what each may do, and the dashboard's routes for them. */
import { DASHBOARD_PATHS } from '../dashboard.ts'
import type { Permission } from '../operation.ts'

export const ROLES = ['VIEWER', 'OPERATOR', 'APPROVER', 'ADMINISTRATOR'] as const
export type Role = (typeof ROLES)[number]

interface ActionRow {
  readonly about: string
  readonly roles: readonly Role[]
}

/** The matrix of roles and actions. */
export const OPERATOR_ACTIONS = {
  readPlatform: { about: 'Read the data of a platform, and of the installation', roles: ROLES },
  useSession: { about: 'Choose a platform, and end your own session', roles: ROLES },
  readOperators: { about: 'Read names and roles of operators', roles: ROLES },
  readTasks: { about: 'Read the queues of all platforms, and requests', roles: ROLES },
  requestTasks: {
    about: 'Request what resolves an entry of a queue; ask a rail again, and enable an endpoint',
    roles: ['OPERATOR', 'APPROVER', 'ADMINISTRATOR'],
  },
  readFreezes: { about: 'Read what is frozen', roles: ROLES },
  freeze: {
    about: 'Freeze an account, card, customer, agent or token; request its release',
    roles: ['OPERATOR', 'APPROVER', 'ADMINISTRATOR'],
  },
  freezeWhole: { about: 'Freeze a platform or a rail; request its release', roles: ['APPROVER', 'ADMINISTRATOR'] },
  requestPeople: { about: 'Request that an operator is invited or removed', roles: ['ADMINISTRATOR'] },
  decideRequests: { about: 'Decide on the request of another operator', roles: ['APPROVER', 'ADMINISTRATOR'] },
  readAudit: { about: 'Read the audit chain and verify it', roles: ROLES },
  readSessions: { about: 'Read the sessions of all operators', roles: ['ADMINISTRATOR'] },
  endSessions: { about: 'End the session of another operator', roles: ['ADMINISTRATOR'] },
  createSignInLink: { about: 'Sign in another browser by a link (sandbox)', roles: ['ADMINISTRATOR'] },
} as const satisfies Readonly<Record<string, ActionRow>>
export type OperatorAction = keyof typeof OPERATOR_ACTIONS

export const mayDo = (role: Role, action: OperatorAction): boolean =>
  (OPERATOR_ACTIONS[action].roles as readonly Role[]).includes(role)

/** What operators may call of the public API: they read; changing anything needs the platform's token. */
export const OPERATOR_PERMISSIONS: readonly Permission[] = ['VIEW']

/** Routes of operators. `{id}` is a bare id. */
export const OPERATOR_PATHS = {
  session: '/dashboard-api/session',
  activity: '/dashboard-api/session/activity',
  choosePlatform: '/dashboard-api/session/platform',
  askSignIn: '/dashboard-api/sign-in/challenge',
  signIn: '/dashboard-api/sign-in',
  askProvider: '/dashboard-api/sign-in/provider',
  providerReturn: '/dashboard-api/sign-in/provider/return',
  openInvitation: '/dashboard-api/invitation/challenge',
  acceptInvitation: '/dashboard-api/invitation',
  operators: '/dashboard-api/operators',
  sessions: '/dashboard-api/operators/sessions',
  tasks: '/dashboard-api/tasks',
  requestTask: '/dashboard-api/tasks/requests',
  freezes: '/dashboard-api/freezes',
  requestRelease: '/dashboard-api/freezes/requests',
  requestPeople: '/dashboard-api/operators/requests',
  askDecision: '/dashboard-api/requests/{id}/challenge',
  decideRequest: '/dashboard-api/requests/{id}/decision',
  withdrawRequest: '/dashboard-api/requests/{id}/withdrawal',
  takeInvitation: '/dashboard-api/requests/{id}/invitation',
  audit: '/dashboard-api/audit',
  verifyAudit: '/dashboard-api/audit/verification',
  endSession: '/dashboard-api/operators/sessions/{id}/end',
} as const

/** Page that registers a passkey; the code follows after `#`, which browsers do not send. */
export const INVITATION_PAGE = '/invitation'

/** Query parameter of the sign-in page after a sign-in at the identity provider that failed. */
export const SIGN_IN_FAULT = 'sign-in'
/** `invalid`: the answer was not for this browser, was used, or was refused there. */
export type SignInFault = 'invalid' | 'not-admitted' | 'unavailable'

type Access = OperatorAction | 'PUBLIC'

/** What a caller needs for each route of the dashboard. A route without an entry is not registered. */
export const DASHBOARD_ACCESS: Readonly<Record<string, Access>> = {
  [`GET ${DASHBOARD_PATHS.live}`]: 'readPlatform',
  [`POST ${DASHBOARD_PATHS.signInLinks}`]: 'createSignInLink',
  [`POST ${DASHBOARD_PATHS.signOut}`]: 'useSession',
  // Readable before sign-in: it tells the page how to sign in.
  [`GET ${OPERATOR_PATHS.session}`]: 'PUBLIC',
  [`POST ${OPERATOR_PATHS.activity}`]: 'useSession',
  [`POST ${OPERATOR_PATHS.choosePlatform}`]: 'useSession',
  [`POST ${OPERATOR_PATHS.askSignIn}`]: 'PUBLIC',
  [`POST ${OPERATOR_PATHS.signIn}`]: 'PUBLIC',
  [`POST ${OPERATOR_PATHS.askProvider}`]: 'PUBLIC',
  [`GET ${OPERATOR_PATHS.providerReturn}`]: 'PUBLIC',
  [`POST ${OPERATOR_PATHS.openInvitation}`]: 'PUBLIC',
  [`POST ${OPERATOR_PATHS.acceptInvitation}`]: 'PUBLIC',
  [`GET ${OPERATOR_PATHS.tasks}`]: 'readTasks',
  [`POST ${OPERATOR_PATHS.requestTask}`]: 'requestTasks',
  [`GET ${OPERATOR_PATHS.freezes}`]: 'readFreezes',
  [`POST ${OPERATOR_PATHS.freezes}`]: 'freeze',
  [`POST ${OPERATOR_PATHS.requestRelease}`]: 'freeze',
  [`POST ${OPERATOR_PATHS.requestPeople}`]: 'requestPeople',
  [`POST ${OPERATOR_PATHS.askDecision}`]: 'decideRequests',
  [`POST ${OPERATOR_PATHS.decideRequest}`]: 'decideRequests',
  [`POST ${OPERATOR_PATHS.withdrawRequest}`]: 'requestTasks',
  [`POST ${OPERATOR_PATHS.takeInvitation}`]: 'requestPeople',
  [`GET ${OPERATOR_PATHS.audit}`]: 'readAudit',
  [`GET ${OPERATOR_PATHS.verifyAudit}`]: 'readAudit',
  [`GET ${OPERATOR_PATHS.operators}`]: 'readOperators',
  [`GET ${OPERATOR_PATHS.sessions}`]: 'readSessions',
  [`POST ${OPERATOR_PATHS.endSession}`]: 'endSessions',
}

/** Who is signed in, and for which platform. */
export interface SessionView {
  readonly mode: 'sandbox' | 'production'
  /** How browsers sign in: by the link that the process prints, or with a passkey. */
  readonly signIn: 'LINK' | 'PASSKEY'
  /** Host of the identity provider through which operators sign in as well; absent: there is none. */
  readonly provider?: string
  /** Absent: this browser is not signed in. */
  readonly session?: {
    /** Absent in the sandbox, whose link belongs to no person. */
    readonly operator?: { readonly id: string; readonly name: string }
    readonly role: Role
    /** Of the public API. */
    readonly permissions: readonly Permission[]
    /** The platform being viewed; absent: there is none yet. */
    readonly platformId?: string
    readonly platforms: readonly { readonly id: string; readonly name: string }[]
  }
}

/** Where the browser goes to sign in at the identity provider. */
export interface ProviderAddress {
  readonly url: string
}

/** What a browser needs to create or use a passkey; binary values are base64url. */
export interface PasskeyChallenge {
  readonly challenge: string
  readonly rpId: string
}

export interface OpenedInvitation extends PasskeyChallenge {
  readonly operator: { readonly name: string; readonly role: Role; readonly userHandle: string }
}

export interface OperatorView {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly status: 'INVITED' | 'ACTIVE' | 'REMOVED'
  readonly passkeys: number
  readonly createdAt: string
}

export interface SessionRowView {
  readonly id: string
  readonly operator: string
  readonly role: Role
  readonly address: string
  readonly startedAt: string
  readonly activeAt: string
  readonly endsAt: string
  /** The session that asks. */
  readonly isOwn: boolean
}
