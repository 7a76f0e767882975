/** Pictures of the README and the documentation: the first five minutes in the dashboard of a fresh sandbox. Run by `npm run pictures`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { FIRST_MINUTES } from './first-minutes.ts'
import { openStage } from './stage.ts'

const FOLDER = 'docs/images'
const SIZE = { width: 1280, height: 800 }
/** Steps whose pictures are in the documentation. The README's is made in dark, too, for readers with that theme. */
const SHOWN: Readonly<Record<string, readonly ('light' | 'dark')[]>> = {
  payment: ['dark', 'light'],
  scenario: ['light'],
  uma: ['light'],
  wallet: ['light'],
  webhooks: ['light'],
  card: ['light'],
  agent: ['light'],
}

process.env.CHROMIUM ??= '/usr/bin/chromium'
process.env.BROWSER_WAIT_MS ??= '60000'
execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
mkdirSync(FOLDER, { recursive: true })

const stage = await openStage('dashboard')
try {
  const { page } = stage
  for (const [name, , step] of FIRST_MINUTES) {
    await step(stage)
    await page.setViewportSize(SIZE)
    await page.evaluate('scrollTo(0, 0)')
    for (const colorScheme of SHOWN[name] ?? []) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.png` })
    }
  }
  console.log(`Written: ${FOLDER}/{${Object.keys(SHOWN).join(',')}}-*.png`)
} finally {
  await stage.close()
}
