// Which Markdown files are pages of the site, where they stand in it, and what links between them become.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Pages that do not lie in docs/, by their file: where they stand in the site. */
const beside = {
  'README.md': 'index.md',
  'CONTRIBUTING.md': 'contributing/index.md',
  'SECURITY.md': 'security-policy.md',
  'CHANGELOG.md': 'changelog.md',
}

/** The files of pages by where they stand in the site. `docs/guide/ci.md` → `guide/ci.md` */
export function sitePages() {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
  return { ...beside, ...Object.fromEntries(docs.map((path) => [`docs/${path}`, path])) }
}

/** The first heading of a page, without marks of code. */
export function titleOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return (/^# (.+)$/m.exec(text)?.[1] ?? file).replaceAll('`', '')
}

/** The slug of a heading as GitHub makes it, so that one anchor serves both. */
export const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')

/**
 * What a relative link of a page becomes: a page of the site, a file of the repository (`undefined` where it is not known where
 * that is kept), or an Error where there is no such file.
 */
export function linkTarget(file, href, pages, repository) {
  const [path = '', anchor] = decodeURI(href).split('#')
  const target = relative(root, join(root, dirname(file), path))
  if (!existsSync(join(root, target))) return new Error(`${file}: ${href} leads nowhere`)
  const hash = anchor === undefined ? '' : `#${anchor}`
  const page = Object.hasOwn(pages, target) ? pages[target] : firstPageIn(target, pages)
  if (page !== undefined)
    return { page: `/${page.replace(/index\.md$/, '').replace(/\.md$/, '.html')}${hash}` }
  return { source: repository === undefined ? undefined : `${repository}/blob/main/${target}${hash}`, target }
}

/** A folder of pages is led to by the first of them. */
function firstPageIn(target, pages) {
  if (!statSync(join(root, target)).isDirectory()) return undefined
  return Object.entries(pages).find(([file]) => file.startsWith(`${target}/`))?.[1]
}
