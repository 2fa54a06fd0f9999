// Looks at the built site and at reports as a reader does: three widths, light and dark, with axe-core and a picture of each.
// usage: node site/look.mjs [DIRECTORY]      pictures go there (default: site/look); exit code 1 where axe-core finds something
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, extname, join, normalize, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..')
const out = process.argv[2] ?? join(here, 'look')
const axePath = join(here, 'node_modules/axe-core/axe.min.js')
const dist = join(here, 'dist')
const widths = [360, 768, 1440]
const pages = [
  '',
  'guide/kep-author.html',
  'guide/ci.html',
  'cli.html',
  'gates.html',
  'fidelity.html',
  'architecture.html',
]

const executable = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

function missing() {
  if (executable === undefined) return 'there is no chromium, chromium-browser or google-chrome on PATH'
  if (!existsSync(axePath)) return 'site/node_modules is not installed: npm ci --prefix site'
  return existsSync(join(dist, 'index.html')) ? undefined : 'the site is not built: npm run site'
}

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** Serves the built site to this machine alone. */
function serve() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname))
    const file = join(dist, path.endsWith(sep) ? join(path, 'index.html') : path)
    if (!file.startsWith(dist + sep) || !existsSync(file) || statSync(file).isDirectory())
      return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    return response.end(readFileSync(file))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** Reports of a replay that passes, of one that differs, and of a matrix, made by the program. */
function reports(folder) {
  const made = (name, ...args) => {
    const file = join(folder, `${name}.html`)
    const run = spawnSync(process.execPath, [join(root, 'bin/kepsim'), ...args, '--html', file], {
      cwd: root,
    })
    if (!existsSync(file)) throw new Error(`kepsim ${args.join(' ')} wrote no report: ${run.stderr}`)
    return [`report-${name}`, pathToFileURL(file).href]
  }
  const document = 'e2e/scenarios/kep-4004.md'
  return [
    made('replay', 'replay', document),
    made('differs', 'replay', document, '--branch', 'release-1.33=1.32'),
    made('matrix', 'skew', 'e2e/scenarios/skew/kep-4004.mjs', '--apiserver', '1.33', '--kubelet', 'n-2..n'),
  ]
}

async function look() {
  const { chromium } = await import('playwright-core')
  const axe = readFileSync(axePath, 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-look-'))
  const server = await serve()
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] })
  let found = 0
  try {
    const address = `http://127.0.0.1:${server.address().port}/`
    const all = [
      ...pages.map((page) => [`site-${page.replace(/\W+/g, '-') || 'index'}`, address + page]),
      ...reports(folder),
    ]
    for (const [name, url] of all)
      for (const width of widths)
        for (const colorScheme of ['light', 'dark']) {
          const page = await browser.newPage({
            viewport: { width, height: 900 },
            colorScheme,
            reducedMotion: 'reduce',
          })
          await page.goto(url, { waitUntil: 'load' })
          await page.screenshot({ path: join(out, `${name}-${width}-${colorScheme}.png`) })
          await page.evaluate(axe)
          const { violations } = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')
          const wide = await page.evaluate(
            'document.documentElement.scrollWidth > document.documentElement.clientWidth',
          )
          if (wide) console.error(`${name} ${width} ${colorScheme}: wider than the screen`)
          for (const { id, help, nodes } of violations)
            console.error(
              `${name} ${width} ${colorScheme}: ${id}: ${help} (${nodes.length}): ${nodes[0].html.slice(0, 160)}`,
            )
          found += violations.length + (wide ? 1 : 0)
          await page.close()
        }
    console.log(`${all.length * widths.length * 2} looked at, ${found} violations, pictures in ${out}`)
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
  return found === 0 ? 0 : 1
}

const why = missing()
if (why !== undefined) console.log(`SKIP look: ${why}`)
else {
  mkdirSync(out, { recursive: true })
  process.exitCode = await look()
}
