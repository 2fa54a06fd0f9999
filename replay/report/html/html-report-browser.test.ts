// The page as a browser shows it.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlReport } from './html-report.ts'
import { replayModel } from './replay-model.ts'
import { sampleResult } from './testing/sample-result.ts'

const executable = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find(isExecutable)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const why =
  executable === undefined ? ' (skipped: no chromium, chromium-browser or google-chrome on PATH)' : ''

describe.skipIf(executable === undefined)(`the report in a browser${why}`, { timeout: 60_000 }, () => {
  let browser: Browser
  const html = htmlReport(replayModel(sampleResult()))
  beforeAll(async () => {
    // Its own sandbox needs privileges that a container lacks; the page is one of ours.
    browser = await chromium.launch({ executablePath: executable!, args: ['--no-sandbox'] })
  }, 60_000)
  afterAll(() => browser?.close())

  async function open(
    width: number,
    colorScheme: 'light' | 'dark',
  ): Promise<{ page: Page; heard: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 700 }, colorScheme })
    const heard: string[] = []
    page.on('console', (message) => heard.push(message.text()))
    page.on('request', (request) => heard.push(request.url()))
    await page.setContent(html)
    return { page, heard }
  }

  test('runs no script, loads nothing, and keeps to its policy', async () => {
    const { page, heard } = await open(1000, 'light')
    expect(await page.title()).toBe(`dir/<b>&"'.md: failed (kepsim)`)
    expect(await page.locator('script, img, iframe, object, form').count()).toBe(0)
    expect(heard).toEqual([])
    await page.close()
  })

  for (const width of [320, 390, 1280])
    test(`is no wider than a screen of ${width} pixels`, async () => {
      const { page } = await open(width, 'light')
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.close()
    })

  for (const scheme of ['light', 'dark'] as const)
    test(`has enough contrast in ${scheme} mode`, async () => {
      const { page } = await open(1000, scheme)
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      expect(await page.evaluate(faintTexts)).toEqual([])
      const back = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(back).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(13, 17, 23)')
      await page.close()
    })

  test('is read by keyboard: skip link, then each step opens with Enter', async () => {
    const { page } = await open(1000, 'light')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the results')
    await page.keyboard.press('Enter')
    const step = page.locator('#run-0-step-0')
    await step.locator('> summary').focus()
    expect(await step.getAttribute('open')).toBeNull()
    await page.keyboard.press('Enter')
    expect(await step.getAttribute('open')).not.toBeNull()
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    expect(outline).toBe('solid')
    await page.close()
  })

  test('has landmarks, one first heading, and names for its regions', async () => {
    const { page } = await open(1000, 'light')
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(landmark).count()).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.getByRole('region', { name: 'Timeline' }).count()).toBe(1)
    expect(await page.getByRole('rowheader', { name: 'version' }).count()).toBe(1)
    await page.close()
  })
})

/** In the page: texts whose contrast with what is behind them is under 4.5 (WCAG 2, AA). */
const faintTexts = `(() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number)
  const light = (color) => {
    const [r, g, b] = numbers(color).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor
      if (numbers(color)[3] !== 0) return color
    }
    return 'rgb(255, 255, 255)'
  }
  const faint = []
  for (const element of document.body.querySelectorAll('*')) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) continue
    const pair = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a)
    const contrast = (pair[0] + 0.05) / (pair[1] + 0.05)
    if (contrast < 4.5) faint.push(element.className + ': ' + contrast.toFixed(2))
  }
  return faint
})()`
