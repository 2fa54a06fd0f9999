import { expect, it } from 'vitest'
import { svg } from './svg.ts'

const picture = svg(
  [
    { command: 'cat <<EOF\n<a> & b\nEOF', output: '<a> & b\n' },
    { command: 'seq', output: `${'x'.repeat(130)}\n\u001b[1m\tend` },
  ],
  'a "title" & more',
)
const shown = [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text = '']) =>
  text.replaceAll(/<[^>]+>/g, ''),
)

it('shows commands at prompts and their outputs', () => {
  expect(shown).toEqual([
    '$ cat &lt;&lt;EOF',
    '&gt; &lt;a&gt; &amp; b',
    '&gt; EOF',
    '&lt;a&gt; &amp; b',
    '$ seq',
    'x'.repeat(120),
    'x'.repeat(10),
    '␛[1m        end',
  ])
  expect(picture).toContain('<title>a &quot;title&quot; &amp; more</title>')
})

it('loads nothing, and knows light and dark', () => {
  expect(picture.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|@import|href/)
  expect(picture).toContain('prefers-color-scheme: dark')
})
