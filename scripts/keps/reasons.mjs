// Why a document did not pass, in words of our own: nothing of the document is quoted.

/** What the code of a finding's reason says; what has none here is told by its outcome. */
const words = {
  'statement not understood': 'statement not understood',
  'instruction not understood': 'instruction not understood',
  'name of another cluster': "name of the author's own",
  'nothing compared': 'nothing to compare',
  'output not comparable': "output of the author's surroundings",
  'output of surroundings': "output of the author's surroundings",
  'output not told': 'says nothing of what is printed',
  'finds nothing': 'finds nothing',
  'edit not told': 'edit not told',
  'traffic not decided': 'traffic',
  'statement not decided': 'statement cannot be judged',
  'statement does not hold': 'statement does not hold',
  'output differs': 'output differs',
  'another release shown': 'other release shown',
  'command fails': 'command fails',
  'variable not set': 'variable set nowhere',
  placeholder: 'placeholder',
  'no such release': ({ release }) => `no release ${release}`,
  'file not shown': 'file that the document does not show',
  'no such program': 'program that is not simulated',
  'object not made': 'object that the document does not make',
  'loop without end': 'loop without an end',
  'input not shown': 'input that the document does not show',
  'no cluster': 'no cluster',
  'refuses to start': refusal,
  'beyond the machine': ({ limit }) => limits[limit],
}

const limits = {
  'no containers': 'container commands',
  'no packets': 'traffic',
  'no network': 'network',
  'no kernel files': 'files of the kernel or the runtime',
}

const minor = (release) => release.split('.').slice(0, 2).join('.')

/** What a start can be refused for. */
const refusals = {
  'gate is locked': ({ gate }) => `has locked gate ${gate}`,
  'no such gate': ({ gate }) => `has no gate ${gate}`,
  'option not enabled': ({ option }) => `refuses option ${option}`,
  'no such flag': ({ flag }) => `refuses ${flag}`,
}

/** `kube-apiserver 1.30 has locked gate X` */
function refusal({ component, release, start }) {
  const why = refusals[start?.code]?.(start) ?? 'refuses to start'
  return `${component} ${minor(release)} ${why}`
}

/** Causes outside the document: `: gate X is true by default`. */
const causes = {
  'no such gate': ({ component, release, gate }) => `: ${component} ${minor(release)} has no gate ${gate}`,
  'stand-in': ({ by, for: own }) => `: ${minor(by)} stands in for ${minor(own)}`,
  'may follow': ({ from }) => `, perhaps after line ${from}`,
  'gate by default': ({ gate, value }) => `: gate ${gate} is ${value} by default`,
  'gate is set': ({ gate, value }) => `: gate ${gate} is set to ${value}`,
  'gate is locked': ({ gate, value }) => `: gate ${gate} is locked to ${value}`,
}

function reasonOf({ outcome, reason = {}, cause = {} }) {
  const known = words[reason.code]
  const text = typeof known === 'function' ? known(reason) : known
  if (text !== undefined) return `${text}${causes[cause.code]?.(cause) ?? ''}`
  return outcome === 'could not run' ? 'what is not simulated' : outcome
}

/** What depends on another line is said there already. */
const isConsequence = ({ reason }) => reason?.code === 'depends on a line'

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
