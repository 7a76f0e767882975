/** README pictures: a payment in the dashboard of a fresh sandbox, light and dark. Run by `npm run pictures`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { openStage } from './stage.ts'

const FOLDER = 'docs/images'

process.env.CHROMIUM ??= '/usr/bin/chromium'
process.env.BROWSER_WAIT_MS ??= '60000'
execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
mkdirSync(FOLDER, { recursive: true })

const stage = await openStage('dashboard')
try {
  const { page, press } = stage
  await page.getByRole('link', { name: 'Make the first payment' }).click()
  await page.getByRole('radio', { name: 'Northwind Ltd' }).first().check()
  await page.getByRole('radio', { name: /María García.*CLABE/ }).check()
  await page.getByLabel('Amount').fill('500')
  await press('Get a quote')
  await press('Pay 500.00 USD')
  await page.getByRole('status', { name: 'Status' }).getByText('Completed').waitFor()
  await page.locator('[data-lit="PENDING PROCESSING COMPLETED"]').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${FOLDER}/dashboard-${colorScheme}.png` })
  }
  console.log(`Written: ${FOLDER}/dashboard-light.png, ${FOLDER}/dashboard-dark.png`)
} finally {
  await stage.close()
}
