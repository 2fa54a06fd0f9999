// The documentation site: the Markdown of docs/ as it is, with a search that asks nobody.
import { join, relative } from 'node:path'
import { linkTarget, root, sitePages, slugify, titleOf } from '../pages.mjs'

const pages = sitePages()
/** Where files that are no pages can be read, as https://github.com/OWNER/kepsim. */
const repository = process.env['KEPSIM_REPOSITORY'] || undefined
const others = ['node_modules/**', '!(docs|README.md|CONTRIBUTING.md|SECURITY.md|CHANGELOG.md)/**']

const link = (file) => `/${pages[file].replace(/index\.md$/, '').replace(/\.md$/, '')}`
const item = (file, text = titleOf(file)) => ({ text, link: link(file) })
const folder = (name, text) => ({
  text,
  items: Object.keys(pages)
    .filter((file) => file.startsWith(`docs/${name}/`))
    .map((file) => item(file)),
})

/** Links as they are on GitHub: to pages of the site, to files of the repository, and to nothing that is not there. */
function links(markdown) {
  markdown.core.ruler.push('kepsim-links', ({ tokens, env }) => {
    const file = relative(root, env.realPath ?? env.path)
    for (const { children } of tokens) {
      const plain = []
      for (const token of children ?? []) {
        if (token.type === 'link_open') plain.push(linked(token, file))
        else if (token.type === 'link_close' && plain.pop())
          Object.assign(token, { type: 'source_close', tag: 'span' })
      }
    }
  })
}

/** The corner of a table is no heading where it says nothing. */
function corners(markdown) {
  markdown.core.ruler.push('kepsim-corners', ({ tokens }) => {
    for (const [i, token] of tokens.entries())
      if (token.type === 'inline' && token.content === '' && tokens[i - 1]?.type === 'th_open')
        for (const cell of [tokens[i - 1], tokens[i + 1]]) cell.tag = 'td'
  })
}

/** Answers whether there is nothing to lead to, and the link is a plain text now. */
function linked(token, file) {
  const href = token.attrGet('href') ?? ''
  if (/^(?:[a-z]+:|#|\/\/)/.test(href)) return false
  const target = linkTarget(file, href, pages, repository)
  if (target instanceof Error) throw target
  const leads = target.page ?? target.source
  if (leads !== undefined) token.attrSet('href', leads)
  else Object.assign(token, { type: 'source_open', tag: 'span', attrs: [['title', target.target]] })
  return leads === undefined
}

const renderer = {
  name: 'kepsim-renderer',
  enforce: 'pre',
  resolveId(id, importer, { ssr }) {
    if (!/^vue(?:\/|$)/.test(id)) return undefined
    // What renders the pages at build time is Node's own import, from this folder.
    if (ssr) return { id, external: true }
    if (!importer?.endsWith('.md')) return undefined
    return this.resolve(id, join(root, 'site/pages.mjs'), { skipSelf: true })
  },
}

export default {
  title: 'kepsim',
  description: 'A simulated Kubernetes cluster that replays the upgrade and downgrade scripts of KEPs',
  lang: 'en',
  base: process.env['KEPSIM_SITE_BASE'] || '/',
  srcDir: '..',
  srcExclude: others,
  outDir: './dist',
  cacheDir: './node_modules/.cache/vitepress',
  rewrites: pages,
  vite: {
    // Pages lie outside of this folder, where nobody installs what they are rendered with.
    plugins: [renderer],
  },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      links(markdown)
      corners(markdown)
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    externalLinkIcon: false,
    nav: [
      { text: 'Guides', link: link('docs/guide/kep-author.md') },
      { text: 'Commands', link: link('docs/cli.md') },
      { text: 'Feature gates', link: link('docs/gates.md') },
      { text: 'Fidelity', link: link('docs/fidelity.md') },
    ],
    sidebar: [
      item('README.md', 'kepsim'),
      folder('guide', 'Guides'),
      {
        text: 'Reference',
        items: [
          item('docs/cli.md'),
          item('docs/gates.md'),
          item('docs/fidelity.md'),
          item('docs/keps.md'),
          item('docs/clients.md'),
          item('docs/security.md'),
          item('SECURITY.md', 'Reporting a vulnerability'),
          item('CHANGELOG.md'),
        ],
      },
      {
        text: 'How it is built',
        items: [
          item('docs/architecture.md'),
          item('CONTRIBUTING.md'),
          ...folder('contributing').items,
          folder('adr', 'Decisions'),
          folder('discoveries', 'Discoveries'),
        ],
      },
    ],
  },
}
