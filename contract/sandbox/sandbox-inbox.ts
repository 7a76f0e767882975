/** Owns the operation that shows the mails of the sandbox. */
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
    codes: Type.Array(Type.String(), { description: 'The one-time codes in it' }),
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
      'Every mail that the platform has had sent, newest first, as long as this process runs. With `wait` the answer comes as soon as there is a mail to show.',
    permission: 'VIEW',
    sandbox: true,
    query: Type.Object({
      to: Type.Optional(Email),
      createdAfter: Type.Optional(Timestamp),
      wait: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 30, description: 'Seconds to wait for a mail when there is none' }),
      ),
      ...pageQuery,
    }),
    replies: { 200: list(SandboxMail, 'SandboxInboxResponse') },
  },
})
