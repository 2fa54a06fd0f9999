// The page as a browser shows it.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlReport } from './html-report.ts'
import { pathModel } from './path-model.ts'
import { replayModel } from './replay-model.ts'
import { skewModel } from './skew-model.ts'
import { samplePath } from './testing/sample-path.ts'
import { sampleResult } from './testing/sample-result.ts'
import { sampleCell, sampleSkew } from './testing/sample-skew.ts'

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

/** Cells of the wide matrix. */
const many = 40

const wide = ((): string => {
  const model = skewModel({
    scenario: 'scenario.md',
    chosen: many,
    milliseconds: 30,
    results: Array.from({ length: many }, (_none, i) =>
      sampleCell(`1.${i}`, { sections: sampleResult().sections }),
    ),
  })
  const columns = Array.from({ length: 8 }, (_none, i) => `SomeGate${i}`)
  const rows = model.matrix!.rows.map((row) => ({ ...row, cells: [...columns, ...row.cells] }))
  return htmlReport({ ...model, matrix: { header: [...columns, ...model.matrix!.header], rows } })
})()

const pages = {
  replay: htmlReport(replayModel(sampleResult())),
  skew: htmlReport(skewModel(sampleSkew())),
  path: htmlReport(pathModel(['1.31', '1.30', '1.31'], [samplePath()])),
}

describe.skipIf(executable === undefined)(`the report in a browser${why}`, { timeout: 60_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    // Its own sandbox needs privileges that a container lacks; the page is one of ours.
    browser = await chromium.launch({ executablePath: executable!, args: ['--no-sandbox'] })
  })
  afterAll(() => browser?.close())

  async function open(
    width: number,
    colorScheme: 'light' | 'dark',
    html = pages.replay,
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
    expect(await page.title()).toBe(`dir/<b>&"'.md: differs (kepsim)`)
    expect(await page.locator('script, img, iframe, object, form').count()).toBe(0)
    expect(heard).toEqual([])
    await page.close()
  })

  for (const [name, html] of Object.entries(pages))
    test.each([320, 390, 1280])(`of a ${name} is no wider than a screen of %i pixels`, async (width) => {
      const { page } = await open(width, 'light', html)
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.close()
    })

  for (const [name, html] of Object.entries(pages))
    test.each(['light', 'dark'] as const)(`of a ${name} has enough contrast in %s mode`, async (scheme) => {
      const { page } = await open(1000, scheme, html)
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

  test('of a matrix leads from a cell to its run by keyboard', async () => {
    const { page } = await open(390, 'dark', pages.skew)
    await page.getByRole('row', { name: '1.34' }).getByRole('link', { name: 'details' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.evaluate('location.hash')).toBe('#run-1')
    expect(await page.evaluate('document.querySelector("#run-1").getBoundingClientRect().top')).toBeLessThan(
      700,
    )
    await page.close()
  })

  test('of a wide matrix keeps the result in sight on a phone', async () => {
    const { page } = await open(360, 'light', wide)
    const [shown, whole] = (await page.evaluate(
      'const one = document.querySelector(".scroll"); [one.clientWidth, one.scrollWidth]',
    )) as [number, number]
    expect(whole).toBeGreaterThan(shown)
    const results = page.locator('.matrix .result')
    expect(await results.count()).toBe(1 + many)
    for (const at of [0, 1, many]) {
      const box = (await results.nth(at).boundingBox())!
      expect(box.x + box.width).toBeLessThanOrEqual(360)
      expect(box.x).toBeGreaterThan(200)
    }
    await page.close()
  })

  test('of many cells lays out what is in sight, and any cell that is led to', async () => {
    const { page } = await open(1000, 'light', wide)
    const skipped = `!document.querySelector("#run-${many - 1} td").checkVisibility({contentVisibilityAuto: true})`
    expect(await page.evaluate(skipped)).toBe(true)
    await page.locator('.matrix a').last().press('Enter')
    await expect.poll(() => page.evaluate(skipped)).toBe(false)
    expect(
      await page.evaluate(`document.querySelector("#run-${many - 1}").getBoundingClientRect().top`),
    ).toBeLessThan(700)
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
