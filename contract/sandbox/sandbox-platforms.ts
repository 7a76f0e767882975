/** Platform creation in the sandbox. */
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
      'Creates a second tenant with nothing but its own accounts, to test the isolation of platforms or to start from scratch. Its secrets are only in this response. In production the operator creates platforms with `causeway platforms create`.',
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
          webhookSecret: Type.String({ description: 'Verifies the Standard Webhooks signature of its events' }),
        },
        { $id: 'SandboxPlatform', description: 'A new platform, and a token with every permission' },
      ),
    },
  },
})
