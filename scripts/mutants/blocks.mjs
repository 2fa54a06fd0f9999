// What blocks show of outputs, read without the product's own reader.

const promptLine =
  /^\s*(?:\$|~>|(?:[\w.-]+@)?[\w.-]+:[\w~/.-]*[#$]|➜\s+\S+\s+git:\(\S+\)(?:\s+✗)?|#(?=\s+(?:kubectl|k|kind|git|docker|curl)\s))\s+\S/
/** Fenced blocks: from and to are the fences, from 0. */
export function blocksOf(lines) {
  const blocks = []
  let open
  for (const [i, line] of lines.entries()) {
    const fence = /^\s*(?:[-*+] |\d+[.)] )?\s*(```+|~~~+)\s*(\w*)/.exec(line)
    if (fence === null) continue
    if (open === undefined) open = { from: i, mark: fence[1], lang: fence[2] }
    else if (line.trim().startsWith(open.mark)) {
      blocks.push({ ...open, to: i })
      open = undefined
    }
  }
  return blocks
}

/** What a block shows of outputs: unit from the command (else the sentence above) on. */
export function outputsOf(lines, { from, to, lang }, roleOf) {
  const inside = lines.slice(from + 1, to)
  if (inside.some((line) => promptLine.test(line))) return consoleOutputs(lines, from + 1, to)
  const above = sentenceAbove(lines, from)
  const gives =
    inside.some((line) => /^\s*kind:\s/.test(line)) && inside.some((line) => /^\s*apiVersion:\s/.test(line))
  if (gives || /^(?:sh|bash|shell)$/.test(lang)) return []
  if (/^(?:ya?ml|json)$/.test(lang)) {
    return roleOf(from + 2) === 'file' ? [] : [{ from: from + 1, to, unit: [above, to], fragment: true }]
  }
  const announced = /(?:output|prints?|shows?|returns?|looks? like|is|see|get)\b.*:\s*$/i.test(
    lines[above - 1] ?? '',
  )
  return announced ? [{ from: from + 1, to, unit: [above, to], fragment: false }] : []
}

function sentenceAbove(lines, at) {
  for (let i = at - 1; i >= 0; i--) if (lines[i].trim() !== '') return i + 1
  return 1
}

function consoleOutputs(lines, from, to) {
  const outputs = []
  let at = from
  while (at < to) {
    if (!promptLine.test(lines[at])) {
      at++
      continue
    }
    const command = at
    const until = endOfCommand(lines, at, to)
    at = until
    while (at < to && !promptLine.test(lines[at])) at++
    let end = at
    while (end > until && lines[end - 1].trim() === '') end--
    const looksAtFile = /^\s*\S+\s+(?:sudo\s+)?(?:cat|vi|vim|nano|diff)\s/.test(lines[command])
    if (end > until && !looksAtFile)
      outputs.push({ from: until, to: end, unit: [command + 1, end], fragment: false })
  }
  return outputs
}

/** After its continuations, its open quotes and its heredoc. */
function endOfCommand(lines, at, to) {
  let end = at + 1
  while (end < to && /\\\s*$/.test(lines[end - 1])) end++
  const quotes = () => (lines.slice(at, end).join('\n').match(/'/g) ?? []).length
  while (end < to && quotes() % 2 === 1) end++
  const heredoc = /<<-?\s*['"]?(\w+)/.exec(lines.slice(at, end).join('\n'))
  if (heredoc === null) return end
  while (end < to && lines[end].trim() !== heredoc[1]) end++
  return end + 1
}
