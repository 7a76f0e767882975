/** Empty state of the approvals page. */
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/note.tsx'

export function NothingWaits() {
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
        When an agent asks for more than its policy lets it do alone, it shows here at once, and the event
        AGENT_ACTION.PENDING_APPROVAL tells your platform.
      </Empty>
    </div>
  )
}
