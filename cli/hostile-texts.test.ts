// Texts of strangers in every report: each is shown, none acts on a terminal, a page, a runner of GitHub or a parser.
import { describe, expect, it } from 'vitest'
import { replayAnnotations, replaySummary } from '../replay/report/github.ts'
import { htmlReport } from '../replay/report/html/html-report.ts'
import { replayModel } from '../replay/report/html/replay-model.ts'
import { fourOutcomes } from '../replay/report/html/testing/four-outcomes.ts'
import { sampleCell } from '../replay/report/html/testing/sample-skew.ts'
import { jsonReport } from '../replay/report/json.ts'
import { junitReport } from '../replay/report/junit.ts'
import { listing } from '../replay/report/listing.ts'
import { pictured } from '../replay/report/svg/testing/pictured.ts'
import { timelinePicture } from '../replay/report/svg/timeline-picture.ts'
import { TerminalReport } from '../replay/report/terminal.ts'
import { withoutCommands } from '../replay/report/without-commands.ts'
import { skewJunit } from '../replay/skew/junit.ts'
import { asciicast } from '../replay/transcript/asciicast.ts'
import { svg } from '../replay/transcript/svg.ts'
import { checkedText, problemsText } from './transcript-report.ts'

const every = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_one, i) => from + i))

/** What it is → the text. */
const hostile: Readonly<Record<string, string>> = {
  'all controls of ASCII': every(0, 0x1f) + every(0x7f, 0x9f),
  'sequences of a terminal':
    '\u001b[2J\u001b]0;title\u0007\u001b]52;c;Zm9v\u0007\u001bP\u001b\\\u001b]8;;http://a\u0007b\u009b1m',
  'what overwrites its line': 'x differs\r  ✓ passed\b\b\b\u000b\u000c\u0085',
  'no characters of XML': '\ufffe\uffff\u0001\ufdd0\u{1fffe}',
  'lone surrogates': 'a\ud800b\udc00c\udfff\ud83d',
  'what turns a line around': '\u202e\u2066\u200f\u061c\u2028\u2029\ufeff\u00ad\u{e0041}',
  'markup of HTML':
    '</code></title></style><script>x()</script><img src=x onerror=y><!-- --><svg/onload=z>&lt;&#0;&amp',
  'markup of XML':
    ']]>]]&gt;<![CDATA[x]]><?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;',
  'ends of attributes': `"'\`=" onmouseover="x" '> <b`,
  'commands of a runner':
    '\n::add-mask::a\n::set-output name=a::b\n  ::stop-commands::x\n##[error]y\n##[set-env name=a]b\r::error::c',
  'commands of other runners':
    "##vso[task.setvariable variable=PATH]a ###VSO[b]c ##v\u200bso[d] ##teamcity[buildStatus text='e']##vso[f]",
  'parts of a command': 'a,line=1::b%0A%0D%25::error file=c::d\u2028::warning::e',
  'markup of Markdown':
    '| a |\n\n# b\n<b>c</b> [d](javascript:e) ![f](http://g) `h` **i** @j ~~k~~ <!-- l\n---\n- m',
  'names of objects': '__proto__ constructor toString ${process.env.HOME} {{ secrets.A }} $(id)',
}
const texts = Object.entries(hostile)
const plain = 'x'

const acting =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}|##[a-zA-Z]+\[/u
const tags = (text: string): string[] => [...text.matchAll(/<\/?([a-z?!][\w-]*)/gi)].map(([, name]) => name!)

function terminal(text: string): string {
  const result = fourOutcomes(text)
  const written: string[] = []
  const report = new TerminalReport(text, {
    write: (one) => void written.push(one),
    terminal: false,
    columns: 90,
  })
  report.notes(result.notes)
  for (const { title, line, steps } of result.sections) {
    report.section(title, line, steps)
    for (const step of steps) report.stepDone(step)
  }
  report.summary(result)
  return written.join('')
}

const entries = (text: string) => [{ command: text, output: text }]
const change = (text: string) => ({ line: 1, command: text, shown: [plain], actual: text.split('\n') })
const lines: Readonly<Record<string, (text: string) => string>> = {
  terminal,
  listing: (text) =>
    listing(text, [
      {
        section: { title: text, line: 1 },
        steps: [
          {
            number: text,
            title: text,
            line: 1,
            actions: [],
            accounts: [{ line: 1, text, as: 'claim', detail: text }],
          },
        ],
      },
    ]),
  'problems of transcripts': (text) => problemsText(text, { problems: [{ line: 1, message: text }] }),
  'changes of transcripts': (text) =>
    checkedText(plain, { changes: [change(text)], problems: [], commands: 1 }),
  annotations: (text) => replayAnnotations(fourOutcomes(text)),
  errors: withoutCommands,
}
const markup: Readonly<Record<string, (text: string) => string>> = {
  JUnit: (text) => junitReport(fourOutcomes(text)),
  'JUnit of a matrix': (text) =>
    skewJunit({
      scenario: text,
      chosen: 1,
      milliseconds: 1,
      results: [sampleCell('1.36', { status: 'differs', outcome: text, details: text, printed: text })],
    }),
  HTML: (text) => htmlReport(replayModel(fourOutcomes(text))),
  SVG: (text) => svg(entries(text), text),
  'SVG of a timeline': (text) => timelinePicture(pictured(text)),
}

describe.each(texts)('%s', (_what, text) => {
  it.each(Object.entries(lines))('act on no screen: %s', (_name, render) => {
    expect(render(text)).not.toMatch(acting)
  })
  it.each(Object.entries(markup))('are text: %s', (name, render) => {
    const made = render(text)
    expect(made).not.toMatch(acting)
    // A line more of an output, or a row more of a picture, has elements of its own; each is one that a plain text has too.
    const known = new Set(tags(render(`${plain}\n\`${plain}\``)))
    expect(tags(made).filter((tag) => !known.has(tag))).toEqual([])
    if (name !== 'HTML') expect(made).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39|#10|#9);)/)
  })
  it('are one workflow command for each finding', () => {
    const made = replayAnnotations(fourOutcomes(text)).trimEnd().split('\n')
    expect(made).toHaveLength(replayAnnotations(fourOutcomes(plain)).trimEnd().split('\n').length)
    for (const line of made)
      expect(line).toMatch(/^::(?:error|warning|notice) file=[^,:\n]*(?:,line=\d+)?,title=[^,:\n]*::/)
  })
  it('are no workflow commands where they are shown', () => {
    for (const render of [lines['errors']!, lines['problems of transcripts']!])
      expect(render(text)).not.toMatch(/^\s*::|##\[/m)
  })
  it('are text in a summary', () => {
    const made = replaySummary(fourOutcomes(text))
    expect(tags(made).filter((tag) => tag !== 'br')).toEqual([])
    expect(made.split('\n')).toHaveLength(replaySummary(fourOutcomes(plain)).split('\n').length)
  })
  it('are read back from JSON as they were', () => {
    const made = jsonReport(fourOutcomes(text), false)
    expect(made).not.toMatch(acting)
    expect(JSON.parse(made).notes).toEqual(fourOutcomes(text).notes)
  })
  it('act on no terminal that plays a session', () => {
    const [, ...events] = asciicast(entries(text), 0).trim().split('\n')
    const played = events.map((line) => (JSON.parse(line) as [number, string, string])[2]).join('')
    expect(played.replaceAll('\r\n', '')).not.toMatch(acting)
  })
})
