/** Sandbox inbox: the mails that the sandbox has sent. */
import Type from 'typebox'
import { Email } from '../elements.ts'
import { operations } from '../operation.ts'
import { id, list, pageQuery, Timestamp } from '../schema.ts'

const SandboxMail = Type.Object(
  {
    id: id('Mail'),
    to: Type.String(),
    from: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
    codes: Type.Array(Type.String(), { description: 'One-time codes in the mail' }),
    createdAt: Timestamp,
  },
  { $id: 'SandboxMail', description: 'A mail that the sandbox has sent' },
)

export const sandboxInboxOperations = operations({
  listSandboxInbox: {
    method: 'GET',
    path: '/sandbox/inbox',
    tag: 'Sandbox',
    summary: 'Read the inbox',
    description:
      'Mails that were sent for the platform, newest first, since the process started. With `wait` the response waits for the first match.',
    permission: 'VIEW',
    sandbox: true,
    query: Type.Object({
      to: Type.Optional(Email),
      createdAfter: Type.Optional(Timestamp),
      wait: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 30, description: 'Seconds to wait for a mail if none matches' }),
      ),
      ...pageQuery,
    }),
    replies: { 200: list(SandboxMail, 'SandboxInboxResponse') },
  },
})
