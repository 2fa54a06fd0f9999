// Why a document did not pass, in words of our own: nothing of the document is quoted.

/** What a finding's message says; the first that fits. */
const words = [
  [/^not compared, as it is not understood/, 'statement not understood'],
  [/^not carried out, as it is not understood/, 'instruction not understood'],
  [/^the document takes for granted/, 'object taken for granted'],
  [/is a name of the author's own cluster/, "name of the author's own"],
  [/^nothing of this step can be compared/, 'nothing to compare'],
  [
    /^nothing that the document shows .* can be compared|of the author's own surroundings/,
    "output of the author's surroundings",
  ],
  [/^(nothing is said of what|finds nothing, and the document does not)/, 'says nothing of what is printed'],
  [/^finds nothing, and the document shows/, 'finds nothing'],
  [/^the document does not say what is edited/, 'edit not told'],
  [/^cannot tell whether[\s\S]*no packets flow/, 'traffic'],
  [/^cannot tell whether/, 'statement cannot be judged'],
  [/does not hold$/, 'statement does not hold'],
  [/prints something else|does not print this line|also prints/, 'output differs'],
  [/shows another release/, 'other release shown'],
  [/^the command failed with exit code|failed with exit code/, 'command fails'],
  [/^no containers run|^no logs|in them$/, 'container commands'],
  [/^no packets flow/, 'traffic'],
  [/has no network/, 'network'],
  [/real kernel/, 'files of the kernel or the runtime'],
  [/is set nowhere in the document/, 'variable set nowhere'],
  [/stands for something that the document does not say/, 'placeholder'],
  [/^there is no release (\S+) to simulate/, (m) => `no release ${m[1]}`],
  [/^there is no \S+: no block/, 'file that the document does not show'],
  [/^the machine has no command|command not found/, 'program that is not simulated'],
  [/and nothing that the document does (?:makes|defines) it/, 'object that the document does not make'],
  [/^its loop has no end|^it does not end/, 'loop without an end'],
  [/^it reads what is typed/, 'input that the document does not show'],
  [/^no cluster runs/, 'no cluster'],
]

/** `kube-apiserver 1.30.0 refuses to start`, with the gate where its message names one. */
function refusal({ message, refused, actual }) {
  const [, component, release] = /^(\S+) (\d+\.\d+)\S* refuses to start$/.exec(message) ?? []
  if (component === undefined) return undefined
  const text = refused?.stderr ?? actual ?? ''
  const [, locked] = /cannot set feature gate (\w+) to \w+, feature is locked/.exec(text) ?? []
  if (locked !== undefined) return `${component} ${release} has locked gate ${locked}`
  const [, gone] = /unrecognized feature gate: (\w+)/.exec(text) ?? []
  if (gone !== undefined) return `${component} ${release} has no gate ${gone}`
  const [, option] = /but option \\?"([\w-]+)\\?" provided/.exec(text) ?? []
  if (option !== undefined) return `${component} ${release} refuses option ${option}`
  const [, flag] = /unknown flag: (--[\w-]+)/.exec(text) ?? []
  return `${component} ${release} refuses ${flag ?? 'to start'}`
}

/** Causes outside the document, as the finding tells them: `its default is false in 1.32.0`. */
function cause({ why = '' }) {
  const [, component, release, gone] = /^(\S+) (\d+\.\d+)\S* has no feature gate (\w+)/.exec(why) ?? []
  if (gone !== undefined) return `: ${component} ${release} has no gate ${gone}`
  const [, instead, own] = /^(\d+\.\d+)\S* runs, which stands in for (\d+\.\d+)/.exec(why) ?? []
  if (own !== undefined) return `: ${instead} stands in for ${own}`
  const [, before] = /^it may follow from line (\d+): /.exec(why) ?? []
  if (before !== undefined) return `, perhaps after line ${before}`
  const [, other, is, standIn, of] =
    /^(\w+)=(true|false)(?: \(locked\))? in \S+ (\d+\.\d+)\S*, which stands in for (\S+):/.exec(why) ?? []
  if (other !== undefined) return `: gate ${other} is ${is} in ${standIn}, which stands in for ${of}`
  const [, gate, value] = /^(\w+)=(true|false) in \S+ \S+: nothing sets it/.exec(why) ?? []
  const [, locked] = /^(\w+) is locked to \w+ in/.exec(why) ?? []
  if (locked !== undefined) return `: gate ${locked} is locked`
  return gate === undefined ? '' : `: gate ${gate} is ${value} by default`
}

function reasonOf(finding) {
  const known = refusal(finding)
  if (known !== undefined) return known
  for (const [shape, text] of words) {
    const match = shape.exec(finding.message)
    if (match !== null) return `${typeof text === 'string' ? text : text(match)}${cause(finding)}`
  }
  return finding.outcome === 'could not run' ? 'what is not simulated' : finding.outcome
}

/** What depends on another line is said there already. */
const isConsequence = ({ message }) => /^depends on line \d+/.test(message)

/** @returns {string[]} `container commands (lines 327, 340)`, the worst first; one for each reason */
export function reasonsOf(steps) {
  const found = new Map()
  for (const outcome of ['differs', 'could not run', 'not checked'])
    for (const finding of steps.flatMap(({ findings }) => findings)) {
      if (finding.outcome !== outcome || isConsequence(finding)) continue
      const reason = reasonOf(finding)
      found.set(reason, (found.get(reason) ?? new Set()).add(finding.line))
    }
  return [...found].map(
    ([reason, lines]) => `${reason} (line${lines.size === 1 ? '' : 's'} ${[...lines].join(', ')})`,
  )
}
