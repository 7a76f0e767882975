/** People: operators of the installation with their roles, and the browsers that are signed in. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  OPERATOR_ACTIONS,
  type OperatorView,
  ROLES,
  type Role,
  type SessionRowView,
} from '../../../../contract/operators/operators.ts'
import { endOperatorSession, operatorSessionsQuery, operatorsQuery, useMay } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { statusWord } from '../../ui/status.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { RequestList } from '../tasks/request-list.tsx'
import { tasksQuery } from '../tasks/requests.ts'
import { PeopleDialog } from './people-dialog.tsx'

export function PeoplePage() {
  const mayReadSessions = useMay('readSessions')
  const { data } = useQuery(tasksQuery)
  const aboutPeople = data?.requests.filter(({ kind }) => kind.startsWith('OPERATOR_')) ?? []
  return (
    <div className="flex flex-col gap-6">
      <title>People · Causeway</title>
      <h1 className="text-2xl font-semibold tracking-tight">People</h1>
      <OperatorList />
      <RequestList requests={aboutPeople} />
      {mayReadSessions && <SessionList />}
      <Matrix />
    </div>
  )
}

function OperatorList() {
  const { data, error } = useQuery(operatorsQuery)
  const mayRequest = useMay('requestPeople')
  const [asked, setAsked] = useState<{ removed?: OperatorView }>()
  return (
    <Card
      title="Operators"
      aside={
        mayRequest && (
          <Button size="small" onClick={() => setAsked({})}>
            Invite …
          </Button>
        )
      }
    >
      <Problem error={error} />
      {!data && !error && <Waiting lines={3} />}
      {data && (
        <Table
          columns={[
            { title: 'Name' },
            { title: 'Role' },
            { title: 'Status', from: 'sm' },
            { title: 'Since', from: 'md' },
            { title: '', isRight: true },
          ]}
        >
          {data.map((operator) => (
            <tr key={operator.id} className={operator.status === 'REMOVED' ? 'text-muted' : ''}>
              <Cell className="font-medium">{operator.name}</Cell>
              <Cell>{statusWord(operator.role)}</Cell>
              <Cell from="sm">{statusWord(operator.status)}</Cell>
              <Cell from="md">
                <Ago moment={operator.createdAt} />
              </Cell>
              <Cell isRight>
                {mayRequest && operator.status !== 'REMOVED' && (
                  <Button
                    size="small"
                    look="dangerQuiet"
                    aria-label={`Remove ${operator.name}`}
                    onClick={() => setAsked({ removed: operator })}
                  >
                    Remove …
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {asked && <PeopleDialog removed={asked.removed} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}

function SessionList() {
  const { data, error } = useQuery(operatorSessionsQuery)
  return (
    <Card title="Signed in">
      <Problem error={error} />
      {!data && !error && <Waiting lines={2} />}
      {data && (
        <Table
          columns={[
            { title: 'Name' },
            { title: 'Address', from: 'sm' },
            { title: 'Active', from: 'md' },
            { title: '', isRight: true },
          ]}
        >
          {data.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </Table>
      )}
    </Card>
  )
}

function SessionLine({ session: { id, operator, address, activeAt, isOwn } }: { session: SessionRowView }) {
  const client = useQueryClient()
  const end = useMutation({ mutationFn: () => endOperatorSession(id), onSettled: () => client.invalidateQueries() })
  return (
    <tr>
      <Cell className="font-medium">
        {operator}
        {isOwn && <span className="font-normal text-muted"> · this browser</span>}
        <Problem error={end.error} />
      </Cell>
      <Cell from="sm" className="font-mono text-sm">
        {address}
      </Cell>
      <Cell from="md">
        <Ago moment={activeAt} />
      </Cell>
      <Cell isRight>
        {!isOwn && (
          <Button
            size="small"
            look="dangerQuiet"
            disabled={end.isPending}
            aria-label={`End the session of ${operator}`}
            onClick={() => end.mutate()}
          >
            End
          </Button>
        )}
      </Cell>
    </tr>
  )
}

/** The table that the server enforces. */
function Matrix() {
  const hasRole = (roles: readonly Role[], role: Role) => roles.includes(role)
  return (
    <Card title="What each role may do">
      <div className="overflow-x-auto">
        <Table
          headFrom="always"
          columns={[{ title: 'Action' }, ...ROLES.map((role) => ({ title: statusWord(role) }))]}
          className="text-sm"
        >
          {Object.entries(OPERATOR_ACTIONS).map(([action, { about, roles }]) => (
            <tr key={action}>
              <Cell className="min-w-48">{about}</Cell>
              {ROLES.map((role) => (
                <Cell key={role}>{hasRole(roles, role) ? 'Yes' : <span className="text-muted">No</span>}</Cell>
              ))}
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  )
}
