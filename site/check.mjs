// Holds the built site to what is promised of it: no link or anchor that leads nowhere, and nothing that the page itself loads from a host.
// usage: node site/check.mjs      exit code 1 where there is something; run after the build
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = join(dirname(fileURLToPath(import.meta.url)), 'dist')
const base = process.env['KEPSIM_SITE_BASE'] || '/'
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((path) =>
  path.replaceAll('\\', '/'),
)
const read = (file) => readFileSync(join(dist, file), 'utf8')
const html = new Map(files.filter((file) => file.endsWith('.html')).map((file) => [file, read(file)]))
const problems = []

const idsOf = new Map()
function hasId(file, id) {
  if (!idsOf.has(file))
    idsOf.set(file, new Set([...html.get(file).matchAll(/\sid="([^"]*)"/g)].map(([, one]) => one)))
  return idsOf.get(file).has(id)
}

/** The file of the site that an address of a page leads to. */
function fileOf(from, path) {
  const inside = path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(from), path)
  return [inside, `${inside}.html`, posix.join(inside, 'index.html')].find(
    (file) =>
      html.has(file) ||
      (file !== '' && files.includes(file) && existsSync(join(dist, file)) && /\.\w+$/.test(file)),
  )
}

for (const [file, text] of html) {
  for (const [, href] of text.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
    if (/^[a-z]+:/.test(href)) continue
    const [path, anchor] = href.replaceAll('&amp;', '&').split('#')
    const target = path === '' ? file : fileOf(file, path)
    if (target === undefined) problems.push(`${file}: ${href} leads nowhere`)
    else if (anchor && html.has(target) && !hasId(target, decodeURIComponent(anchor)))
      problems.push(`${file}: ${href}: there is no such anchor`)
  }
  for (const [tag] of text.matchAll(/<(?:script|link|img|iframe|source|video|audio|object)\b[^>]*>/g))
    if (/\s(?:src|href|srcset|data)="(?:https?:)?\/\//.test(tag))
      problems.push(`${file}: loads from a host: ${tag}`)
}
for (const file of files.filter((one) => one.endsWith('.css')))
  if (/(?:url\(\s*["']?|@import\s*["'])(?:https?:)?\/\//.test(read(file)))
    problems.push(`${file}: loads from a host`)
for (const file of files.filter((one) => one.endsWith('.js')))
  for (const [call] of read(file).matchAll(
    /(?:fetch|import|importScripts|new Worker)\(\s*["'`](?:https?:)?\/\/[^"'`]*/g,
  ))
    problems.push(`${file}: ${call}`)

for (const problem of [...new Set(problems)]) console.error(problem)
console.log(`${html.size} pages, ${problems.length} problems`)
process.exitCode = problems.length > 0 || html.size === 0 ? 1 : 0
