/** Empty state of the approvals page. */
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/note.tsx'

export function NoApprovals() {
  return (
    <div className="rounded-2xl border border-line bg-surface shadow-card">
      <Empty
        title="No pending approvals"
        action={
          <Link to="/agents" search={{}} className={buttonClass({ look: 'primary' })}>
            View agents
          </Link>
        }
      >
        Actions that need your approval appear here, and the event AGENT_ACTION.PENDING_APPROVAL notifies your platform.
      </Empty>
    </div>
  )
}
