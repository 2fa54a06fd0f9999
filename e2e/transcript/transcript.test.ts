import { describe, expect, it } from 'vitest'
import { createComponentRuntime } from '../../cli/component-runtime.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { transcript } from '../../replay/transcript/transcript.ts'
import type { TranscriptParts } from '../../replay/transcript/transcript-machine.ts'

const parts: TranscriptParts = {
  runtime: (fixed) => createComponentRuntime(undefined, fixed),
  facts: recordedGateFacts(),
  kepsim: async (args, files) => ({
    stdout: `kepsim ${args.join(' ')} beside ${[...files.keys()].join(' ')}\n`,
    stderr: '',
    exitCode: args[0] === 'fail' ? 1 : 0,
    files: new Map([['results.xml', '<x/>\n']]),
  }),
  seed: 1,
  start: Date.parse('2026-01-01T00:00:00Z'),
}
const run = (text: string) => transcript('doc.md', text, parts)
const fence = '```'

describe('a document without a cluster', () => {
  it('gets its outputs, and nothing else changes', async () => {
    const before = `# T

Text with \`code\`.

- item

  ${fence}console
  $ echo one; echo two
  old
  $ cat <<EOF
  > three
  > EOF
  $ true
  stale
  ${fence}

${fence}yaml
a: 1
${fence}
`
    const { text, changes } = await run(before)
    expect(text).toBe(
      before.replace('  old\n', '  one\n  two\n').replace('EOF\n  $ true\n  stale', 'EOF\n  three\n  $ true'),
    )
    expect(changes.map((change) => change.line)).toEqual([9, 13, 14])
    expect(await run(text)).toMatchObject({ text, changes: [], problems: [] })
  })

  it('keeps line breaks, elisions that hold, and what is to be skipped', async () => {
    const text = `${fence}console\r\n$ seq 5\r\n1\r\n...\r\n5\r\n${fence}\r\n\r\n<!-- kepsim: skip -->\r\n${fence}sh\r\nfalse\r\n${fence}\r\n`
    expect(await run(text)).toMatchObject({ text, problems: [] })
    expect((await run(text.replace('\r\n5\r\n', '\r\n6\r\n'))).text).toContain('1\r\n2\r\n3\r\n4\r\n5\r\n')
  })

  it('finds blocks in lists and quotes, of any fence, with tabs, and at the end', async () => {
    const before = [
      '- a',
      '  1. b',
      '',
      '     ```console',
      '     $ echo one',
      '     ```',
      '> ~~~~console title="x"',
      '> $ printf "two\\n\\nthree\\n"',
      '> ~~~~',
      '> - > ```sh-session',
      '>   > $ echo four',
      '>   > ```',
      '',
      '-     $ echo five',
      '',
      '<!-- no list -->',
      '',
      '\t$ echo six',
    ].join('\n')
    const { text } = await run(before)
    const added = ['     one', '> two', '>', '> three', '>   > four', '      five', '\tsix']
    expect(text.split('\n').filter((line) => !before.split('\n').includes(line))).toEqual(added)
    expect(
      text
        .split('\n')
        .filter((line) => !added.includes(line))
        .join('\n'),
    ).toBe(before)
    expect((await run(text)).changes).toEqual([])
  })

  it('does not show what would be read as something else', async () => {
    const { text, problems } = await run(`${fence}console\n$ echo '$ ls'\n${fence}\n`)
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining('would be read as a command') }])
    expect(text).toBe(`${fence}console\n$ echo '$ ls'\n${fence}\n`)
  })

  it('has scripts, their outputs in blocks of their own, and says where one fails', async () => {
    const before = `${fence}sh\nfor i in 1 2; do\n  echo $i\ndone\n${fence}\n\n<!-- kepsim: output -->\n${fence}\n${fence}\n\n${fence}sh\nfalse\ntrue\n${fence}\n`
    const { text, problems } = await run(before)
    expect(text).toBe(before.replace(`-->\n${fence}\n`, `-->\n${fence}\n1\n2\n`))
    expect(problems).toEqual([{ line: 12, message: 'exit code 1: ' }])
  })

  it('may use kepsim itself, with the files beside it', async () => {
    const { entries } = await run(
      `${fence}console\n$ echo > a.md; bin/kepsim replay a.md; cat results.xml\n${fence}\n`,
    )
    expect(entries[0]?.output).toBe('kepsim replay a.md beside a.md\n<x/>\n')
  })

  it.each([
    ['<!-- kepsim: clock 5 -->', /^doc\.md:3: "clock 5" is no annotation/],
    ['<!-- kepsim skip -->', /^doc\.md:3: "<!-- kepsim skip -->" is no annotation/],
    ['<!-- kepsim: output -->', /^doc\.md:3: no block follows/],
    [
      `<!-- kepsim: cluster release=9.99 -->\n\n${fence}console\n$ true\n${fence}`,
      /^doc\.md:3: there is no release 9\.99/,
    ],
  ])('says where %j is wrong', async (line, message) => {
    const error: unknown = await run(`# T\n\n${line}\n`).catch((e: unknown) => e)
    expect((error as { located(): string }).located()).toMatch(message)
  })

  it('ends where its cluster does not start', async () => {
    const { problems, entries } = await run(
      `<!-- kepsim: cluster gates=Nope=true -->\n\n${fence}console\n$ echo\n${fence}\n`,
    )
    expect(problems).toEqual([
      { line: 1, message: expect.stringContaining('unrecognized feature gate: Nope') },
    ])
    expect(entries).toEqual([])
  })
})

describe('a document with a cluster', () => {
  it('is the same in every run, on every day', { timeout: 90_000 }, async () => {
    const before = `<!-- kepsim: cluster release=1.33 -->

${fence}console
$ kubectl create deployment web --image=nginx --replicas=2
$ kubectl get pods
$ kubectl get service kubernetes -o yaml
$ sleep 60
$ kubectl get nodes,pods
$ kubectl cluster-info
${fence}
`
    const [first, second] = await Promise.all([run(before), run(before)])
    expect(first.text).toBe(second.text)
    expect(first.text).toMatch(/^node\/127\.0\.0\.1 +Ready +<none> +6\ds +v1\.33\.13$/m)
    expect(first.text).toContain('creationTimestamp: "2026-01-01T00:00:00Z"')
    expect(first.text).toContain('running at https://127.0.0.1:6443')
    expect((await run(first.text)).changes).toEqual([])
  })
})

describe('a command that fails', () => {
  const block = (...lines: string[]): string => `${fence}console\n${lines.join('\n')}\n${fence}\n`
  it('is told and not written, unless the block says so', async () => {
    const bad = block('$ cat nodez')
    const { text, changes, problems } = await run(bad)
    expect([text, changes]).toEqual([bad, []])
    expect(problems).toEqual([
      {
        line: 2,
        message:
          'exit code 1: cat: nodez: No such file or directory; where it is to fail, write <!-- kepsim: fails --> before the block, or what it prints below it',
      },
    ])
    const shown = block('$ cat nodez', 'cat: nodez: No such file or directory')
    expect(await run(shown)).toMatchObject({ text: shown, changes: [], problems: [] })
    expect((await run(shown.replace('No such', 'no such'))).problems).toHaveLength(1)
    const said = await run(`<!-- kepsim: fails -->\n${bad}`)
    expect([said.text, said.problems]).toEqual([`<!-- kepsim: fails -->\n${shown}`, []])
  })
  it('has to fail where the block says so, and a search that finds nothing has not', async () => {
    expect((await run(`<!-- kepsim: fails -->\n${block('$ true')}`)).problems).toEqual([
      { line: 3, message: '<!-- kepsim: fails --> stands before it, and nothing in it failed' },
    ])
    expect((await run(block('$ grep x /etc/hosts-no || true', '$ echo a | grep b'))).problems).toEqual([])
    expect((await run(`<!-- kepsim: fails -->\n${fence}sh\nfalse\n${fence}\n`)).problems).toEqual([])
  })
})
