/** Owns the operation that makes further platforms in the sandbox. */
import Type from 'typebox'
import { text } from '../elements.ts'
import { operations } from '../operation.ts'
import { PlatformConfig } from '../platform/config.ts'
import { Token } from '../platform/tokens.ts'

export const sandboxPlatformOperations = operations({
  sandboxCreatePlatform: {
    method: 'POST',
    path: '/sandbox/platforms',
    tag: 'Sandbox',
    summary: 'Create another platform',
    description:
      'A tenant beside the one that asks, empty but for its own accounts: to try what two platforms see of each other, or to begin anew. The answer is the only place where its secrets appear. In production the operator makes platforms: `causeway platforms create`.',
    permission: 'TRANSACT',
    secret: 'reply.platform.id',
    sandbox: true,
    body: Type.Object({ name: text(255, { examples: ['Other Pay'] }) }, { $id: 'SandboxPlatformCreateRequest' }),
    replies: {
      201: Type.Object(
        {
          name: Type.String(),
          platform: PlatformConfig,
          token: Token,
          webhookSecret: Type.String({ description: 'Checks the Standard Webhooks signature of its events' }),
        },
        { $id: 'SandboxPlatform', description: 'A new platform, and a token of it with every permission' },
      ),
    },
  },
})
