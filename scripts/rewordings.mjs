// The same said in other words, or set in another way: the verdict stays, or nobody understands it; nothing becomes wrong.
import { blocksOf } from './mutants/blocks.mjs'

/** Of a sentence that says what is seen: one word for another. */
const synonyms = [
  [
    /\b(?:[Vv]erify|[Cc]heck|[Cc]onfirm|[Ee]nsure|[Mm]ake sure) that\b/,
    [
      'verify that',
      'check that',
      'confirm that',
      'ensure that',
      'make sure that',
      'we can see that',
      'double check that',
      'we verified that',
      'observe that',
      'validate that',
      'notice that',
    ],
  ],
  [
    /\bis set to(?= `)/,
    [
      'equals',
      'has the value',
      'should be',
      'is',
      'is equal to',
      'should be set to',
      'must be',
      'has value',
      'is now',
    ],
  ],
  [/\b(?:equals|is equal to|has the value)(?= `)/, ['is set to', 'should be', 'is', 'has a value of']],
  [
    /\bis not set\b/,
    [
      'is unset',
      'is empty',
      'is not present',
      'is absent',
      'should not be set',
      'must not be set',
      'is missing',
      "isn't set",
      'is no longer set',
      'is not populated',
    ],
  ],
  [
    /(?<=`[^`]*` )is set\b(?! to)/,
    ['is present', 'is populated', 'is not empty', 'should be set', 'is visible', 'exists'],
  ],
  [
    /\bstill exists\b/,
    [
      'is still there',
      'is still present',
      'continues to exist',
      'has not been deleted',
      'was not deleted',
      'exists',
    ],
  ],
  [
    /\bis gone\b/,
    [
      'has been deleted',
      'was deleted',
      'is deleted',
      'does not exist anymore',
      'no longer exists',
      'is no longer there',
      'has been removed',
    ],
  ],
  [/\bunchanged\b/, ['not changed', 'the same as before', 'unmodified', 'still the same']],
  [
    /\bare running\b/,
    [
      'are in Running state',
      'should be running',
      'are up and running',
      'are all running',
      'have started running',
      'are `Running`',
      'keep running',
    ],
  ],
  [
    /\bis running\b/,
    [
      'is in the Running phase',
      'should be running',
      'is up and running',
      'is `Running`',
      'runs',
      'keeps running',
      'has status `Running`',
    ],
  ],
  [
    /\bThere are (?=\d|two|three)/,
    ['We have ', 'There should be ', 'We see ', 'You should see ', 'There are exactly ', 'There must be '],
  ],
  [/\bdoes not have\b/, ["doesn't have", 'has no', 'should not have', 'must not have', 'lacks']],
  [/\bis not\b/, ["isn't", 'should not be']],
  [/\bdoes not exist\b/, ["doesn't exist", 'is not there', 'should not exist', 'is absent']],
  [
    /(?<!\bto )\bhas the `(?=[^`]*` condition)/,
    ['should have the `', 'has a `', 'still has the `', 'also has the `'],
  ],
  [/\bstill\b ?/, ['']],
  [/\bpods\b/, ['Pods']],
  [/\bPods\b/, ['pods']],
  [/\bPod\b/, ['pod']],
  [/\bthe Job\b/, ['the job', 'our Job']],
  [/\bthe Service\b/, ['the service']],
  [/\bthe Deployment\b/, ['the deployment']],
  [/\b(?:two)\b/i, ['2']],
  [/\bthree\b/i, ['3']],
  [/(?<= )2(?= )/, ['two']],
  [/(?<= )3(?= )/, ['three']],
]

/** Of words around a sentence. */
const around = [
  ['first a connective', (text) => `Then, ${lower(text)}`],
  ['first "Now"', (text) => `Now ${lower(text)}`],
  [
    'told to verify',
    (text) => (/^(?:The|There|All|Both|`|\d)/.test(text) ? `Verify that ${lower(text)}` : text),
  ],
  [
    'told to check',
    (text) => (/^(?:The|There|All|Both|`|\d)/.test(text) ? `Check that ${lower(text)}` : text),
  ],
  ['as seen', (text) => (/^(?:The|There|All|Both|`|\d)/.test(text) ? `We see that ${lower(text)}` : text)],
  ['as expected', (text) => text.replace(/\.$/, ', as expected.')],
  ['without a full stop', (text) => text.replace(/\.$/, '')],
  ['with two blanks', (text) => text.replace(/(?<=\w) (?=\w)/, '  ')],
  ['with a blank at its end', (text) => `${text} `],
  ['bold code', (text) => text.replaceAll(/`([^`]+)`/g, '**`$1`**')],
  ['bare code', (text) => text.replaceAll(/`([A-Za-z][\w.]*)`/g, '$1')],
  ['quoted code', (text) => text.replaceAll(/`([A-Za-z][\w.]*)`/g, '"$1"')],
  ['bold', (text) => (/^[A-Z][^*]*\.$/.test(text) ? `**${text}**` : text)],
]
const lower = (text) => (/^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text)

/** Of the whole document: each of its lines, and whether that is in a block (`info`: the fence that opens it). */
const layouts = [
  ['list markers *', (line, inside) => (inside ? line : line.replace(/^(\s*)[-*] /, '$1* '))],
  ['list markers -', (line, inside) => (inside ? line : line.replace(/^(\s*)[-*] /, '$1- '))],
  ['numbers with )', (line, inside) => (inside ? line : line.replace(/^(\s*\d+)\. /, '$1) '))],
  ['prompts #', (line, inside) => (inside ? line.replace(/^(\s*)\$ /, '$1# ') : line)],
  ['prompts of a host', (line, inside) => (inside ? line.replace(/^(\s*)[$#] /, '$1root@host:~# ') : line)],
  ['prompts >', (line, inside) => (inside ? line.replace(/^(\s*)\$ (?=kubectl)/, '$1> ') : line)],
  ['k for kubectl', (line, inside) => (inside ? line.replace(/^(\s*(?:\S*[$#] )?)kubectl /, '$1k ') : line)],
  [
    'fences console',
    (line, _, fence) => (fence ? line.replace(/(`{3,})(?:sh|bash|shell)$/, '$1console') : line),
  ],
  [
    'fences bash',
    (line, _, fence) => (fence ? line.replace(/(`{3,})(?:sh|console|shell)$/, '$1bash') : line),
  ],
  ['fences of no language', (line, _, fence) => (fence ? line.replace(/(`{3,})\w+$/, '$1') : line)],
  ['fences of tildes', (line, _, fence) => (fence ? line.replace(/`{3,}/, '~~~') : line)],
  ['blanks at line ends', (line, inside, fence) => (inside || fence || line === '' ? line : `${line}  `)],
  ['an empty line more', (line, inside) => (inside || line !== '' ? line : '\n')],
  ['returns at line ends', (line) => `${line}\r`],
]

/**
 * @param {string} text of the whole document
 * @param {(line: number) => string | undefined} roleOf what `--list` takes the sentence for that begins in a line
 */
export function rewordingsOf(text, roleOf) {
  const lines = text.split('\n')
  const blocks = blocksOf(lines)
  const within = (n) => blocks.some(({ from, to }) => n >= from && n <= to)
  const prose = lines.flatMap((line, i) =>
    !within(i) && roleOf(i + 1) === 'claim' && !/<!--/.test(line) ? sentences(line, i + 1) : [],
  )
  const whole = layouts.flatMap(([change, reset]) => {
    const parts = lines.flatMap((line, i) => {
      const fence = blocks.some(({ from, to }) => i === from || i === to)
      const other = reset(line, within(i) && !fence, fence)
      return other === line ? [] : [{ line: i + 1, lines: other.split('\n') }]
    })
    return parts.length === 0 ? [] : [{ kind: 'layout', line: 0, lines: [''], parts, change }]
  })
  return [...prose, ...whole]
}

/** Without what is in backticks, which is no word. */
const masked = (text) => text.replaceAll(/`[^`]*`/g, (code) => '`'.repeat(code.length))

function sentences(line, number) {
  const [, lead, text] = /^(\s*(?:(?:[-*+]|\d+[.)]) )?)(.*)$/.exec(line)
  const made = (other, change) => ({ kind: 'words', line: number, lines: [lead + other], change })
  const words = synonyms.flatMap(([shape, others]) =>
    others.flatMap((word) => {
      const found = shape.exec(shape.source.includes('`') ? text : masked(text))
      if (found === null) return []
      const own = found.index === 0 && /^[a-z]/.test(word) ? word[0].toUpperCase() + word.slice(1) : word
      const other = text.slice(0, found.index) + own + text.slice(found.index + found[0].length)
      return other === text ? [] : [made(other, `${found[0]} → ${own}`)]
    }),
  )
  const set = around.flatMap(([change, reword]) =>
    reword(text) === text ? [] : [made(reword(text), change)],
  )
  return [...words, ...set]
}
